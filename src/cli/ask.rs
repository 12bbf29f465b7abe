//! `lariat ask`: questions about one program, which is read once. This is for `lariat test`.
//!
//! The program is read, then `ready` is printed, and each line of standard input
//! is a question ([`lariat::runner::Request`]). It is asked in a process of its own, which begins as a
//! copy of this one. Of each is told that it began (`began ID PID`) and how it ended
//! (`ended ID STATUS`, with the status as `wait` gives it).

use super::args::{ProgramArgs, TargetArgs};
use super::{Exit, output};

/// Answer the questions about a program that come on standard input
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    program: ProgramArgs,
    #[command(flatten)]
    target: TargetArgs,
}

#[cfg(not(unix))]
/// There are no copies of processes here.
pub fn main(_: Args) -> Exit {
    output::complain("questions are asked one by one here: use `lariat reach`");
    Exit::BadInput
}

#[cfg(unix)]
pub use copies::main;

#[cfg(unix)]
mod copies {
    use super::{Args, Exit, output};
    use crate::cli::{Typed, run};
    use clap::Parser;
    use lariat::frontend::Ahead;
    use lariat::runner::Request;
    use lariat::task::{Failure, read_ahead};
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Pid, WaitOptions, setpgid, waitpid};
    use std::fs::File;
    use std::io::{PipeReader, Read, Write, pipe, stdin, stdout};
    use std::sync::Arc;

    /// A process that was started for a question. Its end of the pipe is closed when it is over.
    struct Running {
        id: u64,
        pid: Pid,
        open: PipeReader,
    }

    /// Reads the program, and asks until nobody has a question any more.
    pub fn main(args: Args) -> Exit {
        let budget = args.program.source.budget();
        let read = args.program.question(args.target.target).and_then(|question| read_ahead(&question, &budget));
        let ahead = match read {
            Ok(ahead) => Arc::new(ahead),
            Err(failure) => return output::fail(&failure),
        };
        match say("ready").and_then(|()| serve(&ahead)) {
            Ok(exit) => exit,
            Err(e) => output::fail(&Failure::Internal(format!("questions cannot be heard: {e}"))),
        }
    }

    fn say(line: &str) -> std::io::Result<()> {
        let mut out = stdout().lock();
        writeln!(out, "{line}").and_then(|()| out.flush())
    }

    fn serve(ahead: &Arc<Ahead>) -> std::io::Result<Exit> {
        let (mut running, mut heard, mut is_over): (Vec<Running>, Vec<u8>, bool) = Default::default();
        while !(is_over && running.is_empty()) {
            let (is_spoken, ended) = wait(&running, is_over)?;
            for at in ended.into_iter().rev() {
                let Running { id, pid, .. } = running.remove(at);
                let status = waitpid(Some(pid), WaitOptions::empty())?.map_or(0, |(_, status)| status.as_raw());
                say(&format!("ended {id} {status}"))?;
            }
            if !is_spoken {
                continue;
            }
            let mut bytes = [0; 4096];
            let count = stdin().lock().read(&mut bytes)?;
            is_over |= count == 0;
            heard.extend(&bytes[..count]);
            while let Some(end) = heard.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = heard.drain(..=end).collect();
                let request: Request = serde_json::from_slice(&line)?;
                match copied(&request)? {
                    Some(one) => {
                        say(&format!("began {} {}", one.id, one.pid.as_raw_nonzero()))?;
                        running.push(one);
                    }
                    None => return Ok(answer(&request, ahead)),
                }
            }
        }
        Ok(Exit::Answered)
    }

    /// Waits until there is something to hear, or some processes are over: which.
    fn wait(running: &[Running], is_over: bool) -> std::io::Result<(bool, Vec<usize>)> {
        let stdin = stdin();
        let mut all: Vec<PollFd> = running.iter().map(|r| PollFd::new(&r.open, PollFlags::IN)).collect();
        if !is_over {
            all.push(PollFd::new(&stdin, PollFlags::IN));
        }
        poll(&mut all, None)?;
        let happened = |at: usize| all.get(at).is_some_and(|fd| !fd.revents().is_empty());
        Ok((happened(running.len()), (0..running.len()).filter(|at| happened(*at)).collect()))
    }

    /// A copy of this process for a question; in the copy itself, nothing.
    fn copied(request: &Request) -> std::io::Result<Option<Running>> {
        let (open, held) = pipe()?;
        // SAFETY: this is the only thread. Those that read the program were joined, and nothing starts others before
        // there are questions; so the copy has no lock that somebody else held.
        let raw = unsafe { libc::fork() };
        match Pid::from_raw(raw) {
            _ if raw < 0 => Err(std::io::Error::last_os_error()),
            Some(pid) => {
                // Both do so: whoever is first. Then what the copy starts can be killed with it.
                let _ = setpgid(Some(pid), Some(pid));
                Ok(Some(Running { id: request.id, pid, open }))
            }
            None => {
                let _ = setpgid(None, None);
                rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
                rustix::stdio::dup2_stdout(File::create(&request.out)?)?;
                rustix::stdio::dup2_stderr(File::create(&request.err)?)?;
                // Closed by the system, when this process is over.
                std::mem::forget(held);
                Ok(None)
            }
        }
    }

    /// What the command line of a question comes to.
    fn answer(request: &Request, ahead: &Arc<Ahead>) -> Exit {
        match Typed::try_parse_from(std::iter::once("lariat").chain(request.args.iter().map(String::as_str))) {
            Ok(typed) => run(typed.command, Some(ahead.clone())),
            Err(error) => {
                let _ = error.print();
                Exit::BadInput
            }
        }
    }
}
