#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a sentence instead of a syntax error.
import { existsSync } from "node:fs";
import module from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  const advice = "install a current one (in a clone of the repository, `npm start` brings its own)";
  console.error(`signet: This needs Node.js 24.7 or later, and runs under ${process.versions.node}: ${advice}.`);
  process.exit(1);
}

// In a clone the sources run as they are; the published package holds them compiled.
const source = new URL("../src/main.ts", import.meta.url);
module.enableCompileCache?.();
await import(existsSync(source) ? source.href : new URL("../dist/main.js", import.meta.url).href);
