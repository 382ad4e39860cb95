/**
 * Less room for a process: no file of its may be longer than this, and what it cannot write is as if the disk were
 * full.
 */
import { spawnSync } from "node:child_process";

const NOBODY = 65534;

/** PostgreSQL refuses to run as root. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
}

/**
 * Says whether it could: a process may have ended meanwhile, and only Linux has the program. In a container not even
 * root may limit what runs as somebody else, so it is done as that user.
 */
export function limitFileSize(pid: number, bytes: number | "unlimited", as?: { uid: number; gid: number }): boolean {
  return (
    spawnSync("prlimit", [`--fsize=${bytes}:unlimited`, "--pid", String(pid)], { stdio: "ignore", ...as }).status === 0
  );
}
