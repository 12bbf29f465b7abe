//! Links from page to page lead somewhere, and the README stays short.

use super::{code, pages, text};
use std::path::Path;

/// Longer than this nobody reads it.
const LONGEST: usize = 300;

/// What a page has in round brackets behind square ones, outside of code, with its line.
fn links(page: &str) -> Vec<(usize, &str)> {
    let in_code: Vec<usize> = code(page).into_iter().map(|(_, number, _)| number).collect();
    let lines = page.lines().enumerate().filter(|(number, _)| !in_code.contains(number));
    lines
        .flat_map(|(number, line)| {
            line.split("](").skip(1).filter_map(move |rest| Some((number + 1, rest.split_once(')')?.0)))
        })
        .collect()
}

/// The anchors of a page: its headings in small letters, words joined by hyphens, signs left out.
fn anchors(page: &str) -> Vec<String> {
    let in_code: Vec<usize> = code(page).into_iter().map(|(_, number, _)| number).collect();
    let headings = page.lines().enumerate().filter(|(n, line)| line.starts_with('#') && !in_code.contains(n));
    let mut found: Vec<String> = Vec::new();
    for (_, heading) in headings {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let before = found.iter().filter(|a| **a == anchor).count();
        found.push(if before == 0 { anchor } else { format!("{anchor}-{before}") });
    }
    found
}

/// Why a link of a page leads nowhere, if it does not.
fn broken(page: &str, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let file = match file {
        "" => root.join(page),
        file => root.join(page).parent().expect("a folder").join(file),
    };
    if !file.exists() {
        return Some(format!("there is no {}", file.display()));
    }
    let has = |anchor: &str| {
        std::fs::read_to_string(&file).is_ok_and(|text| anchors(&text).iter().any(|heading| heading == anchor))
    };
    anchor.filter(|anchor| !has(anchor)).map(|anchor| format!("{} has no heading #{anchor}", file.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = text(&page);
        let of = |(line, link)| Some(format!("{page}:{line}: {}", broken(&page, link)?));
        wrong.extend(links(&text).into_iter().filter_map(of));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_page_is_linked_from_the_readme() {
    let readme = text("README.md");
    let linked: Vec<&str> = links(&readme).into_iter().map(|(_, link)| link).collect();
    let missing: Vec<String> = pages().into_iter().skip(1).filter(|page| !linked.contains(&page.as_str())).collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn the_readme_is_short() {
    assert!(text("README.md").lines().count() <= LONGEST);
}

#[test]
fn links_and_headings_are_found() {
    let page = "# A `b` c's, d\n\n[x](y.md#z), [v](w)\n```sh\n# no heading [a](b)\n```\n## Same\n## Same\n";
    assert_eq!(links(page), [(3, "y.md#z"), (3, "w")]);
    assert_eq!(anchors(page), ["a-b-cs-d", "same", "same-1"]);
    assert_eq!(broken("README.md", "docs/c.md"), None);
    assert!(broken("README.md", "docs/no-such-page.md").is_some());
    assert!(broken("docs/c.md", "#no-such-heading").is_some());
    assert!(broken("docs/c.md", "../README.md#no-such-heading").is_some());
}
