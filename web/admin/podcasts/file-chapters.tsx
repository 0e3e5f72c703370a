import { z } from 'zod'
import { Chapter } from '#contracts/catalogue/chapter.ts'
import { read } from '#web/admin/kit/api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'

/** Button that takes over the chapters in the tags of an episode's recording; hidden if the recording has none. */
export function FileChapters({ id, onUse }: { id: string; onUse: (chapters: Chapter[]) => void }) {
  const path = `/podcasts/${encodeURIComponent(id)}/file-chapters`
  const { value } = useFetched(path, (signal) => read(z.array(Chapter), path, { signal }))
  if (typeof value === 'string' || value.length === 0) return null
  return (
    <Button variant="outline" size="small" className="justify-self-start sm:col-span-2" onClick={() => onUse(value)}>
      Use the chapters of the file ({value.length})
    </Button>
  )
}
