import { createContext, useRef, useState } from 'react'

type Upload = { label: string; finished: Promise<boolean> }
type Track = (id: string, upload: Upload | undefined) => void

/** Function with which a picture field registers its upload by its own id, or removes it with undefined. */
export const TrackUpload = createContext<Track>(() => {})

/**
 * Uploads of a form's pictures that are in flight or have failed. The form is saved after they have settled, and is not saved without a
 * chosen picture. `settle` returns the labels of the fields whose upload failed.
 */
export function usePendingUploads() {
  const uploads = useRef(new Map<string, Upload>())
  const [count, setCount] = useState(0)

  const [track] = useState(() => (id: string, upload: Upload | undefined) => {
    if (upload) uploads.current.set(id, upload)
    else uploads.current.delete(id)
    setCount(uploads.current.size)
  })

  async function settle(): Promise<string[]> {
    const failed: string[] = []
    for (const [id, { label, finished }] of uploads.current) {
      const isUploaded = await finished
      // A field whose upload was canceled, or whose picture was chosen again, has no failed upload.
      const current = uploads.current.get(id)
      if (!isUploaded && current?.finished === finished) failed.push(label)
    }
    return failed
  }

  return { track, count, settle }
}
