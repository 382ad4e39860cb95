/** Passwords as every node has them, but at next to no cost, and with one thread for all nodes of a test file. */
import { after } from "node:test";
import { openPasswords, type Passwords } from "../../src/passwords/passwords.ts";

let shared: Passwords | undefined;

/** Each node has an object of its own, which a test may change; closing it closes nothing that another one uses. */
export function cheapPasswords(): Passwords {
  // All of a test's people come from one address, and often one of them comes many times.
  const places = { person: 10_000, address: 10_000 };
  shared ??= openPasswords({
    threads: 1,
    maxQueue: 10_000,
    places,
    parameters: { memory: 8, passes: 1, parallelism: 1 },
  });
  return { ...shared, close: async () => {} };
}

after(async () => {
  await shared?.close();
  shared = undefined;
});
