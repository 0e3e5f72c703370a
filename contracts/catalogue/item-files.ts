import { z } from 'zod'

const ItemFile = z.object({
  field: z.string().meta({ description: 'Name of the file in the form' }),
  name: z.string().meta({ description: 'Name under which it is downloaded' }),
  bytes: z.int(),
  url: z
    .string()
    .meta({ description: 'Relative to the media location, with a grant that is valid for an hour if visitors can’t open the file' }),
})
export type ItemFile = z.infer<typeof ItemFile>

const FormerFile = ItemFile.extend({
  id: z.string(),
  replacedAt: z.iso.datetime(),
  keptUntil: z.iso.datetime().meta({ description: 'Time after which the file is removed' }),
})
export type FormerFile = z.infer<typeof FormerFile>

/** Files of an item for its form: those that it has, and those that were replaced. */
export const ItemFiles = z.object({ files: z.array(ItemFile), former: z.array(FormerFile) })
export type ItemFiles = z.infer<typeof ItemFiles>
