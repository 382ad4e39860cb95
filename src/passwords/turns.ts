/**
 * Who may have a password hashed, and whose turn it is. People and addresses have few places each, and of those who
 * wait the address that was served the longest ago comes first, and there the person: whoever sends five hundred
 * requests waits behind themselves, and everybody else waits for what is being hashed and for nothing more of theirs.
 */

/** Who makes us hash a password. No way to a hash can leave it out. */
export interface HashRequester {
  /** A user's id, or what stands for a name that may belong to nobody. */
  readonly person: string;
  /** The network that the request came from. */
  readonly address: string;
}

/** A start, and a person at the command line of the server. */
export const signetItself: HashRequester = { person: "signet", address: "signet" };

/** Being hashed and waiting for it, at a time. */
export interface PlaceLimits {
  /** Of one person, wherever they are. */
  readonly person: number;
  /** Of one address, whoever is there. */
  readonly address: number;
}

/** Somebody whose turn has not come. */
export interface Waiting {
  readonly requester: HashRequester;
  begin(): void;
  giveUp(): void;
}

export interface Turns {
  takePlace(requester: HashRequester): "won" | "lost";
  giveBackPlace(requester: HashRequester): void;
  placesOf(address: string): number;
  /** It is hashed from now on. */
  serve(requester: HashRequester): void;
  wait(waiting: Waiting): void;
  leave(waiting: Waiting): void;
  /** Serves whoever is next. */
  next(): Waiting | undefined;
  /** Takes out one of the address that most wait from, the last there, if those are more than so many. */
  lastOfMostCrowded(moreThan: number): Waiting | undefined;
}

interface Person {
  places: number;
  /** The number of their latest turn; 0 for somebody who has had none since they came. */
  served: number;
  readonly waiting: Set<Waiting>;
}

interface Address {
  places: number;
  served: number;
  readonly people: Map<string, Person>;
}

/** Nothing is kept of an address that has no place. */
export function openTurns(limits: PlaceLimits): Turns {
  const addresses = new Map<string, Address>();
  const placesOfPerson = new Map<string, number>();
  let turns = 0;

  const find = ({ person, address }: HashRequester) => addresses.get(address)?.people.get(person);
  const isWaiting = ({ people }: Address) => [...people.values()].some(({ waiting }) => waiting.size > 0);

  function serve({ person, address }: HashRequester): void {
    const here = addresses.get(address);
    const one = here?.people.get(person);
    turns++;
    if (here !== undefined) here.served = turns;
    if (one !== undefined) one.served = turns;
  }

  return {
    takePlace({ person, address }) {
      const here: Address = addresses.get(address) ?? { places: 0, served: 0, people: new Map() };
      const everywhere = placesOfPerson.get(person) ?? 0;
      if (everywhere >= limits.person || here.places >= limits.address) return "lost";
      const one: Person = here.people.get(person) ?? { places: 0, served: 0, waiting: new Set() };
      placesOfPerson.set(person, everywhere + 1);
      here.places++;
      one.places++;
      addresses.set(address, here);
      here.people.set(person, one);
      return "won";
    },

    giveBackPlace({ person, address }) {
      const here = addresses.get(address);
      const one = here?.people.get(person);
      const everywhere = placesOfPerson.get(person) ?? 0;
      if (everywhere > 1) placesOfPerson.set(person, everywhere - 1);
      else placesOfPerson.delete(person);
      if (one !== undefined && --one.places === 0) here?.people.delete(person);
      if (here !== undefined && --here.places === 0) addresses.delete(address);
    },

    placesOf: (address) => addresses.get(address)?.places ?? 0,
    serve,
    wait: (waiting) => void find(waiting.requester)?.waiting.add(waiting),
    leave: (waiting) => void find(waiting.requester)?.waiting.delete(waiting),

    next() {
      const here = longestUnserved([...addresses.values()].filter(isWaiting));
      const one = here && longestUnserved([...here.people.values()].filter(({ waiting }) => waiting.size > 0));
      const [waiting] = one?.waiting ?? [];
      if (waiting === undefined) return undefined;
      one?.waiting.delete(waiting);
      serve(waiting.requester);
      return waiting;
    },

    lastOfMostCrowded(moreThan) {
      let most: readonly Waiting[] = [];
      for (const { people } of addresses.values()) {
        const here = [...people.values()].flatMap(({ waiting }) => [...waiting]);
        if (here.length > most.length) most = here;
      }
      const last = most.length > moreThan ? most.at(-1) : undefined;
      if (last !== undefined) find(last.requester)?.waiting.delete(last);
      return last;
    },
  };
}

/** The first of them, in the order in which they came, when nobody had a turn longer ago. */
function longestUnserved<One extends { readonly served: number }>(all: readonly One[]): One | undefined {
  let best: One | undefined;
  for (const one of all) if (best === undefined || one.served < best.served) best = one;
  return best;
}
