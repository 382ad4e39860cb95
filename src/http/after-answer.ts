/**
 * Work that a request asks for and that must not show in how long its answer takes: whether a mail is sent tells who
 * has an account. It begins when the answer is on its way; what was begun is finished before the database is closed.
 */
export interface AfterAnswer {
  /** Whatever fails is reported, and never the concern of whoever was answered. */
  run(work: () => Promise<void>): void;
  /** Comes back when nothing is left to do. */
  settled(): Promise<void>;
  /** Finishes what was asked for, and takes no more. */
  close(): Promise<void>;
}

export function openAfterAnswer(onError: (error: unknown) => void): AfterAnswer {
  const underWay = new Set<Promise<void>>();
  let closed = false;

  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    run(work) {
      if (closed) {
        onError(new Error("work came after the end"));
        return;
      }
      const running: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onError)
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    settled,
    async close() {
      closed = true;
      await settled();
    },
  };
}
