/** The pages, as text. Everything that comes from outside is escaped. */
export function signedOutPage() {
  return page(`
    <h1>Nobody is signed in</h1>
    <p class="quiet">You will be sent to Signet, and come back here.</p>
    <a class="button" href="/sign-in">Sign in</a>`);
}

export function signedInPage(user) {
  const claims = Object.entries(user).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`;
  });
  return page(`
    <h1>${escapeHtml(user.name ?? user.sub)}</h1>
    <p class="quiet">Signed in. The tokens are on the server; this browser has a session cookie.</p>
    <dl>${claims.join("")}</dl>
    <form method="post" action="/sign-out"><button class="other">Sign out</button></form>`);
}

export function problemPage(message) {
  return page(`
    <h1>You are not signed in</h1>
    <p role="alert">${escapeHtml(message)}</p>
    <a class="button" href="/sign-in">Sign in again</a>`);
}

function page(content) {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Web app</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <main>
    <p class="mark">Web app</p>${content}
  </main>
</body>
</html>
`;
}

function escapeHtml(text) {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}
