/** Keys and indices that lead to a place in the automation. */
export type Path = readonly (string | number)[];
