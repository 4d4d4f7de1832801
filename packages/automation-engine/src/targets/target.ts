import type { TargetParams } from '../fields/target-fields.ts';

/** The fields of an action that say what to act on; some actions have only some of them. */
export type Target = { readonly [Field in keyof TargetParams]?: TargetParams[Field] | undefined };
