/*
 * Schemas that are made later find this setting of zod's and don't ask whether they may compile code, which the content security
 * policy refuses and reports. Before anything that makes a schema, so without zod itself: only the admin area fetches that.
 */
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
