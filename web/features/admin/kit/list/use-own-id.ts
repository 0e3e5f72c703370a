import { useState } from 'react'

type OwnId = string | 'asking' | 'unknown' | undefined

/** Finds out who is signed in, each time that `read` is called; without a way to find it there is nothing to wait for. */
export function useOwnId(find: (() => Promise<string>) | undefined) {
  const [value, setValue] = useState<OwnId>()

  function read() {
    if (!find) return
    setValue('asking')
    find().then(setValue, (error: unknown) => {
      console.warn(error)
      setValue('unknown')
    })
  }

  return { value, read }
}
