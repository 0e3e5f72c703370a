import { z } from 'zod'

const ItemFile = z.object({
  field: z.string().meta({ description: 'Name of the file field in the form' }),
  name: z.string().meta({ description: 'File name of the download' }),
  bytes: z.int(),
  url: z.string().meta({ description: 'Path relative to the media location, with a grant for one hour if visitors can’t open the file' }),
})
export type ItemFile = z.infer<typeof ItemFile>

const FormerFile = ItemFile.extend({
  id: z.string(),
  replacedAt: z.iso.datetime(),
  keptUntil: z.iso.datetime().meta({ description: 'Time after which the replaced file is deleted' }),
})
export type FormerFile = z.infer<typeof FormerFile>

/** Files of an item for its form: the current files, and replaced files that can be restored. */
export const ItemFiles = z.object({ files: z.array(ItemFile), former: z.array(FormerFile) })
export type ItemFiles = z.infer<typeof ItemFiles>
