/*
 * Compiled with the browser's code only (tsconfig.browser.json) and never run: newer APIs of each kind that supported browsers lack. If one
 * of these lines has no error, the check no longer works, and compiling fails.
 */

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

/** Behind a check, a newer API compiles. */
export const checked = [new URLSearchParams().size ?? 0, AbortSignal.timeout?.(1), window.requestIdleCallback?.(() => {})]
