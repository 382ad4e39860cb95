/**
 * What something costs this process, all its threads together: unlike the time that passes, that does not depend on who
 * else uses the machine.
 */
export async function withCost<T>(work: () => T | Promise<T>): Promise<{ result: T; cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1_000 };
}
