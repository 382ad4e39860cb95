#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a sentence instead of a syntax error.
import { existsSync } from "node:fs";
import module from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Signet needs Node.js 24.7 or later; this is ${process.versions.node}.\n` +
      "Install a current Node.js. In a clone of the repository, `npm start` brings its own.",
  );
  process.exit(1);
}

// In a clone the sources run as they are; the published package holds them compiled.
const source = new URL("../src/main.ts", import.meta.url);
module.enableCompileCache?.();
await import(existsSync(source) ? source.href : new URL("../dist/main.js", import.meta.url).href);
