// Everything in this folder runs in the page's own world: see ../motion-tracker.ts.

/** Called in place of a native function that the page calls. */
export type Replacement = (
  native: (...parameters: never) => unknown,
  self: unknown,
  parameters: unknown[],
) => unknown;

/** The browser's functions as they were before any script of the page could replace them. */
export interface Natives {
  readonly now: () => number;
  readonly apply: typeof Reflect.apply;
  readonly construct: typeof Reflect.construct;
  /** The listener runs in the guard. */
  readonly listen: (target: EventTarget, type: string, listener: (event: Event) => void) => void;
  readonly createMap: <Key, Value>() => Map<Key, Value>;
  readonly createWeakMap: <Key extends WeakKey, Value>() => WeakMap<Key, Value>;
  /**
   * Runs work of the tracker, and never throws into the page. A fault disables the tracker
   * permanently.
   */
  readonly guard: <Result>(work: () => Result) => Result | undefined;
  /** Replaces a native function. No-op if the browser does not have it. */
  readonly replace: (owner: object, name: string, replacement: Replacement) => void;
  /** Like `replace`, for a class whose objects must be known. `onCreated` runs in the guard. */
  readonly replaceClass: (name: string, onCreated: (created: object) => void) => void;
}

type Captured<Member> = Member extends (...parameters: infer Parameters) => infer Result
  ? (self: object, ...parameters: Parameters) => Result
  : (self: object) => Member;

/** Returns a method, or the getter of a property, as it is now; call it with its object first. */
export function captureMember<Owner extends object, Name extends string & keyof Owner>(
  owner: Owner,
  name: Name,
): Captured<Owner[Name]> {
  const { apply, get } = Reflect;
  const property = createBare(Object.getOwnPropertyDescriptor(owner, name) ?? {});
  const native: (...parameters: unknown[]) => unknown =
    get(property, 'value') ?? get(property, 'get');
  const call = (self: object, ...parameters: unknown[]) => apply(native, self, parameters);
  return call as Captured<Owner[Name]>;
}

function copyMethods(from: object, to: object): void {
  for (const key of Reflect.ownKeys(from)) {
    const property = Object.getOwnPropertyDescriptor(from, key);
    if (property && key !== 'constructor') Object.defineProperty(to, key, createBare(property));
  }
}

/** Maps whose methods the page cannot reach: it may replace those of `Map.prototype`. */
export function createCollections(): Pick<Natives, 'createMap' | 'createWeakMap'> {
  class OwnMap<Key, Value> extends Map<Key, Value> {}
  class OwnWeakMap<Key extends WeakKey, Value> extends WeakMap<Key, Value> {}
  copyMethods(Map.prototype, OwnMap.prototype);
  copyMethods(WeakMap.prototype, OwnWeakMap.prototype);
  return { createMap: () => new OwnMap(), createWeakMap: () => new OwnWeakMap() };
}

/** See `Natives.guard`. */
function createGuard(): Natives['guard'] {
  let isSound = true;
  return (work) => {
    if (!isSound) return undefined;
    try {
      return work();
    } catch {
      // The run gets no more answers and waits for plain quiet instead.
      isSound = false;
      return undefined;
    }
  };
}

/**
 * Returns an object with only its own fields, so that the page cannot add any through
 * `Object.prototype`. A lookup of a name that may be missing needs one; every other object here
 * must have all of its fields.
 */
export function createBare<Fields extends object>(fields: Fields): Fields {
  return { ...fields, __proto__: null };
}

/**
 * `originals` maps each replacement to its native function, for `toString`. Frames of one site
 * share it, because each can call its own `toString` on a function of another.
 */
export function captureNatives(originals: WeakMap<WeakKey, object>): Natives {
  const { apply, construct } = Reflect;
  const guard = createGuard();
  const addListener = captureMember(EventTarget.prototype, 'addEventListener');
  const define = (owner: object, name: string, wrap: (native: never) => object) => {
    const property = createBare(Object.getOwnPropertyDescriptor(owner, name) ?? {});
    if (typeof property.value !== 'function') return;
    const ours = wrap(property.value as never);
    originals.set(ours, property.value);
    Object.defineProperty(owner, name, createBare({ ...property, value: ours }));
  };
  const replace: Natives['replace'] = (owner, name, replacement) => {
    define(owner, name, (native: () => unknown) => {
      const call = (_target: unknown, self: unknown, parameters: unknown[]) =>
        replacement(native, self, parameters);
      // A proxy keeps the name, the length and everything else.
      return new Proxy(native, createBare({ apply: call }));
    });
  };
  replace(Function.prototype, 'toString', (native, self, parameters) => {
    const isObject = typeof self === 'function' && self !== null;
    const original = isObject ? originals.get(self) : undefined;
    return apply(native, original ?? self, parameters);
  });
  return {
    ...createCollections(),
    now: performance.now.bind(performance),
    apply,
    construct,
    guard,
    listen: (target, type, listener) =>
      addListener(target, type, (event) => guard(() => listener(event))),
    replace,
    replaceClass(name, onCreated) {
      const create = (target: () => unknown, parameters: unknown[], newTarget: never) => {
        const created: object = construct(target, parameters, newTarget);
        guard(() => onCreated(created));
        return created;
      };
      define(globalThis, name, (native: () => unknown) => {
        const ours = new Proxy(native, createBare({ construct: create }));
        const prototype: unknown = Reflect.get(native, 'prototype');
        if (prototype instanceof Object) Object.assign(prototype, { constructor: ours });
        return ours;
      });
    },
  };
}
