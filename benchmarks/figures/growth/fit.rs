//! The exponent of a cost.

/// The slope of a line through the logarithms, by least squares.
pub fn fitted(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = (logs.iter().map(|p| p.0).sum::<f64>() / count, logs.iter().map(|p| p.1).sum::<f64>() / count);
    let spread: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
    (logs.len() > 1 && spread > 0.0).then(|| logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / spread)
}
