/**
 * Storage for the peer that is kinder than its own: nothing is evicted, copied or indexed that a measured request does
 * not ask for.
 */
const models = new Map<string, Map<string, Payload>>();

interface Payload {
  readonly grantId?: string;
  consumed?: number;
}

export class MapAdapter {
  readonly #items: Map<string, Payload>;

  constructor(model: string) {
    this.#items = models.get(model) ?? new Map();
    models.set(model, this.#items);
  }

  async upsert(id: string, payload: Payload): Promise<void> {
    this.#items.set(id, payload);
  }

  async find(id: string): Promise<Payload | undefined> {
    return this.#items.get(id);
  }

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const item = this.#items.get(id);
    if (item !== undefined) item.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#items.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const items of models.values()) for (const [id, item] of items) if (item.grantId === grantId) items.delete(id);
  }
}
