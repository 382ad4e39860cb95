/** The tests, in the order in which they run. The ids are those of the catalogue of attacks; S are for SQLite. */
import type { FaultTest } from "../harness/stage.ts";
import { sqliteKill } from "./s1-sqlite-kill.ts";
import { sqliteDiskFull } from "./s2-sqlite-disk-full.ts";
import { sqliteRestart } from "./s3-sqlite-restart.ts";
import { killStorm } from "./t01-kill-storm.ts";
import { lostResponse } from "./t02-lost-response.ts";
import { concurrentRefresh } from "./t03-concurrent-refresh.ts";
import { codeRace } from "./t04-code-race.ts";
import { postgresCrash } from "./t05-postgres-crash.ts";
import { failover, movedAddress } from "./t06-failover.ts";
import { latency } from "./t07-latency.ts";
import { stall } from "./t07-stall.ts";
import { keyRotation } from "./t08-key-rotation.ts";
import { keyRevocation } from "./t09-key-revocation.ts";
import { rollingRestart } from "./t11-rolling-restart.ts";
import { restartAmnesia } from "./t12-restart-amnesia.ts";
import { hashFlood } from "./t13-hash-flood.ts";
import { crossNodeRevocation } from "./t15-cross-node-revocation.ts";
import { noMoreWrites } from "./t17-no-more-writes.ts";
import { restore } from "./t18-restore.ts";
import { hangingMail } from "./t19-hanging-mail.ts";

export const tests: readonly FaultTest[] = [
  ...[killStorm, lostResponse, concurrentRefresh, codeRace, postgresCrash, failover, movedAddress, stall, latency],
  ...[keyRotation, keyRevocation, rollingRestart, restartAmnesia, hashFlood, crossNodeRevocation],
  ...[noMoreWrites, restore, hangingMail, sqliteKill, sqliteDiskFull, sqliteRestart],
];
