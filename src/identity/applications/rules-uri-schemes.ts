/**
 * The schemes of addresses. An application's own is a domain name reversed (RFC 8252 §7.1) or a plain word; whatever
 * browsers and operating systems take for something else is nobody's own, because a redirect to it would open that
 * instead.
 */

/** Each of them can run or read something in the browser instead of calling an application. */
const running = [
  "javascript",
  "data",
  "file",
  "blob",
  "vbscript",
  "livescript",
  "mocha",
  "filesystem",
  "jar",
  "mhtml",
  "view-source",
];

/** Of browsers: their own pages and extensions, and what they show or fetch themselves. */
const ofBrowsers = [
  [
    "about",
    "brave",
    "chrome",
    "chrome-error",
    "chrome-extension",
    "chrome-native",
    "chrome-search",
    "chrome-untrusted",
    "devtools",
  ],
  [
    "edge",
    "extension",
    "feed",
    "firefox",
    "googlechrome",
    "googlechromes",
    "microsoft-edge",
    "moz-extension",
    "moz-icon",
    "opera",
  ],
  [
    "pcast",
    "resource",
    "res",
    "rss",
    "safari",
    "safari-extension",
    "safari-web-extension",
    "vivaldi",
    "webcal",
    "webcals",
    "wyciwyg",
  ],
].flat();

/** Of the network, and of programs that every device has for it. HTML keeps several of them for websites to claim. */
const ofNetworks = [
  [
    "afp",
    "cid",
    "dav",
    "davs",
    "dict",
    "dns",
    "finger",
    "ftp",
    "ftps",
    "git",
    "gopher",
    "imap",
    "imaps",
    "ipp",
    "ipps",
    "ldap",
    "ldaps",
    "localhost",
  ],
  [
    "mid",
    "mqtt",
    "mqtts",
    "news",
    "nfs",
    "nntp",
    "pop",
    "pop3",
    "rdp",
    "rlogin",
    "rsync",
    "rtmp",
    "rtsp",
    "rtsps",
    "scp",
    "sftp",
    "smb",
  ],
  ["smtp", "snmp", "socks", "ssh", "svn", "telnet", "tftp", "tn3270", "unix", "vnc", "wais", "ws", "wss"],
].flat();

/** Of people: calls, messages, places, money. */
const ofPeople = [
  [
    "aim",
    "bitcoin",
    "callto",
    "ethereum",
    "facetime",
    "facetime-audio",
    "geo",
    "im",
    "imessage",
    "irc",
    "irc6",
    "ircs",
    "lightning",
  ],
  [
    "magnet",
    "mailto",
    "maps",
    "matrix",
    "mms",
    "mmsto",
    "openpgp4fpr",
    "otpauth",
    "otpauth-migration",
    "payto",
    "pres",
    "sip",
    "sips",
  ],
  ["skype", "sms", "smsto", "tel", "upi", "wtai", "xmpp"],
].flat();

/** Of operating systems: settings, shops, installers, other applications by their name. */
const ofSystems = [
  [
    "app-prefs",
    "applescript",
    "facetime-prompt",
    "hcp",
    "its",
    "jnlp",
    "jnlps",
    "macappstore",
    "macappstores",
    "mk",
    "search",
    "telprompt",
  ],
  [
    "android-app",
    "app-settings",
    "apt",
    "content",
    "file-icon",
    "fido",
    "help",
    "intent",
    "ios-app",
    "itms",
    "itms-apps",
    "itms-appss",
  ],
  [
    "itms-beta",
    "itms-books",
    "itms-services",
    "itmss",
    "market",
    "package",
    "play",
    "prefs",
    "search-ms",
    "shell",
    "shortcuts",
    "smartlock",
  ],
  ["steam", "tv", "urn", "uuid", "wifi", "x-man-page", "zoommtg"],
].flat();

const others = new Set([...ofBrowsers, ...ofNetworks, ...ofPeople, ...ofSystems]);

/** Families: websites and extensions may claim these (HTML §8.7.1.3), and systems make new ones in theirs. */
const families =
  /^(?:web\+|ext\+|ms-|x-apple|apple-|android-|chrome-|moz-|safari-|microsoft-|windows-|com-apple-|prefs-)/;

/** A slip or a trick: `htttps`, `hxxp`, `https-app`. People read an address by how it begins. */
const likeWeb = /^(?:s?h?t+p+s?|s?hx+ps?|s?htt?p?s?|https?[a-z0-9+-]+|wss?[0-9+-].*)$/;

/** All in lower case. */
export function runsProgram(scheme: string): boolean {
  return running.includes(scheme);
}

/**
 * It is known to mean something else, or is easily taken for it: one letter for a drive. A domain name reversed is not.
 */
export function isOthersScheme(scheme: string): boolean {
  return (
    isPlainScheme(scheme) &&
    (scheme.length === 1 || others.has(scheme) || families.test(scheme) || likeWeb.test(scheme))
  );
}

/** A word, such as `myapp`. */
export function isPlainScheme(scheme: string): boolean {
  return /^[a-z][a-z0-9+-]*$/.test(scheme) && scheme !== "https" && scheme !== "http";
}

/** What a native application may call its own, if it is not somebody else's. */
export function isPrivateScheme(scheme: string): boolean {
  return isPlainScheme(scheme) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/.test(scheme);
}
