//! A headless Chromium that works a page.

use std::{env, ffi::OsString, fs};

use serde_json::Value;

use crate::support::{
    command::{finish, piped, run, text},
    files::TempFolder,
};

/// Script that works the page like a reader.
const READER: &str = include_str!("reader.js");

/// A page that the program has written.
#[derive(Clone)]
pub struct Page {
    html: String,
    /// Part of the address after `#`.
    address: String,
    /// Width and height of the window, pixels.
    size: (u32, u32),
    is_dark: bool,
}

/// Result of the work on a page.
pub struct Seen {
    /// Value that the steps return.
    value: Value,
    /// Messages of the browser's console, such as uncaught errors of scripts.
    messages: Vec<String>,
}

impl Page {
    /// Writes a page with the program. `path` is the argument that names the page.
    pub fn write(path: &str, arguments: &[&str]) -> Page {
        let output = run(arguments);
        // The status is 1 if a game was skipped.
        assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
        Page::new(fs::read_to_string(path).expect("the page is written"))
    }

    pub fn new(html: String) -> Page {
        Page { html, address: String::new(), size: (1280, 900), is_dark: false }
    }

    /// Opens the page at an address.
    pub fn at(&self, address: &str) -> Page {
        Page { address: format!("#{address}"), ..self.clone() }
    }

    /// Opens the page in a window of a width and a height.
    pub fn sized(&self, width: u32, height: u32) -> Page {
        Page { size: (width, height), ..self.clone() }
    }

    /// Opens the page with the reader's preference of dark colours.
    pub fn dark(&self) -> Page {
        Page { is_dark: true, ..self.clone() }
    }

    /// Returns the data of the page.
    pub fn data(&self) -> Value {
        serde_json::from_str(self.parts()[1]).expect("the data is JSON")
    }

    /// Returns the page with changed data.
    pub fn with_data(&self, change: impl FnOnce(&mut Value)) -> Page {
        let mut data = self.data();
        change(&mut data);
        let [before, _, after] = self.parts();
        let data = data.to_string().replace('<', "\\u003c");
        Page::new([before, &data, after].concat())
    }

    /// The page before, in and after its data.
    fn parts(&self) -> [&str; 3] {
        const START: &str = r#"<script id="data" type="application/json">"#;
        let start = self.html.find(START).expect("the page has data") + START.len();
        let end = start + self.html[start..].find("</script>").expect("the data ends");
        [&self.html[..start], &self.html[start..end], &self.html[end..]]
    }

    /// Works the page in a browser. `steps` is the body of an asynchronous function with the tools
    /// of `reader.js`. Returns its value.
    ///
    /// # Panics
    ///
    /// A step fails, or the browser's console has a message.
    pub fn work(&self, steps: &str) -> Value {
        let Seen { value, messages } = self.open(steps);
        assert!(messages.is_empty(), "{messages:#?}\n{value:#}");
        value
    }

    /// Works the page like [`Page::work`], and returns the messages of the console too.
    pub fn open(&self, steps: &str) -> Seen {
        let folder = TempFolder::without_spaces();
        let file = folder.write("page.html", self.with_steps(steps));
        let profile = format!("--user-data-dir={}", folder.name("profile"));
        let address = format!("file://{file}{}", self.address);
        let browser = env::var_os("CHROMIUM").unwrap_or_else(|| OsString::from("chromium"));
        let mut command = piped(browser.to_str().expect("the path is text"), FLAGS);
        let size = format!("--window-size={},{}", self.size.0, self.size.1);
        if self.is_dark {
            command.arg("--blink-settings=preferredColorScheme=0");
        }
        let output = finish(command.args([&profile, &size, &address]));
        assert!(output.status.success(), "{output:?}");
        let (page, log) = (text(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let messages = log.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned);
        let messages: Vec<String> = messages.collect();
        let seen = page.split_once(r#"<pre id="seen">"#).and_then(|(_, rest)| rest.split_once('<'));
        let (seen, _) = seen.unwrap_or_else(|| panic!("the steps do not end\n{log}"));
        let mut seen: Value = serde_json::from_str(seen).expect("the report is JSON");
        assert!(seen["error"].is_null(), "{}\n{messages:#?}", seen["error"].as_str().unwrap_or(""));
        Seen { value: seen["value"].take(), messages }
    }

    fn with_steps(&self, steps: &str) -> String {
        let (before, after) = self.html.split_once("<head>").expect("a head");
        let (between, after) = after.rsplit_once("</body>").expect("a body");
        let tools = "{ all, element, isVisible, click, clickAt, key, input, text, texts, rows, wait, until, \
                     pieces, marked, arrows, circles, copied }";
        format!(
            "{before}<head><script>{READER}</script>{between}\
             <script>reader.work(async ({tools}) => {{{steps}}});</script></body>{after}"
        )
    }
}

const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // The console of the page.
    "--enable-logging=stderr",
    // Timers run at once instead of in real time.
    "--virtual-time-budget=600000",
    "--dump-dom",
];

/// The other tests rely on it.
#[test]
#[ignore = "needs Chromium"]
fn errors_of_scripts_are_noticed() {
    let html = r#"<!DOCTYPE html><html><head>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'">
        </head><body><div id="page"></div><script>
        Promise.reject(new Error('rejected'));
        console.error('said');
        document.getElementById('page').innerHTML = '<svg><path d="MNaN 1"/></svg><img src="x.png">';
        setTimeout(() => { throw new Error('late'); }, 5000);
        missing();
        </script></body></html>"#;
    let Seen { value, messages } =
        Page::new(html.to_owned()).open("await wait(6000); return ['é<', location.hash];");
    assert_eq!(value, serde_json::json!(["é<", ""]));
    let errors =
        ["Error: rejected", "said", "MNaN", "x.png", "Error: late", "missing is not defined"];
    for error in errors {
        assert!(messages.iter().any(|message| message.contains(error)), "{error}: {messages:#?}");
    }
}
