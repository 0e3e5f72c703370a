const INTERVAL_MS = 2000

/** Says, at most every two seconds, how many of the bytes are done. */
export function showBytes(what: string) {
  const say = atIntervals()
  let done = 0
  let total = 0
  return {
    expect: (bytes: number) => {
      total = bytes
    },
    add: (bytes: number) => {
      done += bytes
      say(() => `${what}: ${megabytes(done)} of ${megabytes(total)}`)
    },
  }
}

/** Says, at most every two seconds, how many things are done. */
export function showCount(what: string) {
  const say = atIntervals()
  return (done: number, total?: number) => say(() => `${what}: ${done}${total === undefined ? '' : ` of ${total}`}`)
}

export function megabytes(bytes: number) {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}

function atIntervals() {
  let last = Date.now()
  return (line: () => string) => {
    if (Date.now() - last < INTERVAL_MS) return
    last = Date.now()
    console.log(line())
  }
}
