/** One measured promise: `ratio` is what was measured against its reference in the same run, and may be at most `promise`. */
export type Result = { name: string; ratio: number; promise: number; detail: string }
