import { useEffect, useState } from 'react'

/** How many bytes the browser would let the site keep besides what it has; undefined where it does not tell. */
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
