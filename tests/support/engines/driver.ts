import type { PROGRAMS } from './programs.ts'

/** Input sources of an action in the format of W3C WebDriver, which WebDriver BiDi shares */
export type InputSource = { type: 'pointer' | 'key' | 'wheel'; id: string; parameters?: object; actions: object[] }

/** A window with a profile of its own, reduced to what W3C WebDriver and WebDriver BiDi have in common. */
export type Driver = {
  goto: (url: string) => Promise<void>
  /** Returns the value of an expression, or of its promise, as JSON carries it. */
  evaluate: (expression: string) => Promise<unknown>
  perform: (sources: InputSource[]) => Promise<void>
  /** Chooses a file in the file field that the CSS selector finds. */
  attach: (selector: string, path: string) => Promise<void>
  /** Returns a PNG picture of the window's content. */
  screenshot: () => Promise<Buffer>
  /** Errors and warnings of the console so far */
  complaints: string[]
  close: () => Promise<void>
}

export type Engine = {
  name: keyof typeof PROGRAMS
  /** Starts the browser, in which every window has a profile of its own. */
  launch: () => Promise<{
    open: (viewport: { width: number; height: number }) => Promise<Driver>
    close: () => Promise<void>
  }>
}
