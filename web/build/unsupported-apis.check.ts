/* Examples of newer APIs that supported browsers lack, one for each kind. The file is compiled with the browser code
   (tsconfig.browser.json) and never run. Compilation fails if one of these lines has no type error, since the check for unsupported APIs
   then no longer works. */

// @ts-expect-error a property: Chrome 113, Safari 17
export const property = new URLSearchParams().size > 0
// @ts-expect-error a static method: Chrome 103, Safari 16
export const staticMethod = AbortSignal.timeout(1)
// @ts-expect-error a static method with the name of another: Chrome 105, Safari 17
export const sameName = Response.json({})
// @ts-expect-error a method of a mixin: Chrome 132
export const mixin = new Response().bytes()
// @ts-expect-error a parameter: Chrome 118, Safari 17
export const parameter = new URLSearchParams().delete('name', 'value')
// @ts-expect-error a class: Chrome 105, Safari 17.2
export const name = new Highlight()
// @ts-expect-error a member of a namespace: Chrome 105, Safari 17.2
export const namespace = CSS.highlights.size
// @ts-expect-error a function: not in Safari
export const global = requestIdleCallback(() => {})
// @ts-expect-error an iterator: Chrome 124
export const iterator = new ReadableStream()[Symbol.asyncIterator]()
// @ts-expect-error JavaScript: Firefox 104
export const language = [1].findLast(Boolean)
// @ts-expect-error internationalization: Firefox 125
export const segmenter = new Intl.Segmenter('en')
// @ts-expect-error Node’s globals
export const node = process.env

/** A newer API is accepted behind a check for its existence. */
export const checked = [new URLSearchParams().size ?? 0, AbortSignal.timeout?.(1), window.requestIdleCallback?.(() => {})]
