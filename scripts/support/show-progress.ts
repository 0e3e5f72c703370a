const INTERVAL_MS = 2000

/** Prints the number of processed bytes, at most every two seconds. */
export function showBytes(what: string) {
  const print = throttlePrint()
  let done = 0
  let total = 0
  return {
    expect: (bytes: number) => {
      total = bytes
    },
    add: (bytes: number) => {
      done += bytes
      print(() => `${what}: ${megabytes(done)} of ${megabytes(total)}`)
    },
  }
}

/** Prints the number of processed items, at most every two seconds. */
export function showCount(what: string) {
  const print = throttlePrint()
  return (done: number, total?: number) => print(() => `${what}: ${done}${total === undefined ? '' : ` of ${total}`}`)
}

export function megabytes(bytes: number) {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}

function throttlePrint() {
  let last = Date.now()
  return (line: () => string) => {
    if (Date.now() - last < INTERVAL_MS) return
    last = Date.now()
    console.log(line())
  }
}
