/* Prevents zod from testing whether it may compile code, which the content security policy blocks and reports. Must run before the first
   schema is created. Does not import zod, which only the admin area loads. */
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
