const INTERVAL_MS = 2000

/** Says, at most every two seconds, how many of the bytes are done. */
export function showBytes(what: string) {
  let done = 0
  let total = 0
  let last = Date.now()
  return {
    expect: (bytes: number) => {
      total = bytes
    },
    add: (bytes: number) => {
      done += bytes
      if (Date.now() - last < INTERVAL_MS) return
      last = Date.now()
      console.log(`${what}: ${megabytes(done)} of ${megabytes(total)}`)
    },
  }
}

export function megabytes(bytes: number) {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
