import { useEffect, useState } from 'react'

/** Returns the number of bytes left in the site's storage quota; undefined in browsers that don't report it. */
export function useFreeSpace(): number | undefined {
  const [bytes, setBytes] = useState<number>()
  useEffect(() => {
    navigator.storage
      ?.estimate?.()
      .then(({ quota, usage }) => quota !== undefined && usage !== undefined && setBytes(Math.max(0, quota - usage)))
      .catch(() => {})
  }, [])
  return bytes
}
