/** Methods that operations may have, in lower case as in an OpenAPI document. */
export const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
