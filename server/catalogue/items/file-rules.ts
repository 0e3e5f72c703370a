import { fileFields, type ItemForm } from '#contracts/catalogue/item-form.ts'
import { isEditionFormat } from '#contracts/common/file-formats.ts'
import type { FileRule } from '#server/media/upload/receive-file.ts'
import type { ItemDeps } from './item-deps.ts'

/** Returns the requirements of the files of a form. */
export function fileRules(form: ItemForm, limits: ItemDeps['limits']): Record<string, FileRule> {
  const rules = fileFields(form).map(([name, { kind, missing }]): [string, FileRule] => [
    name,
    {
      format: kind,
      limitBytes: limits[`${kind}Bytes`],
      ...(!missing && { optional: true }),
      ...(isEditionFormat(kind) && { inChunks: true }),
    },
  ])
  return Object.fromEntries(rules)
}
