import { fileFields, type ItemForm } from '#contracts/catalogue/item-form.ts'
import type { FileRule } from '#server/media/upload/receive-file.ts'
import type { ItemDeps } from './item-deps.ts'

/** Returns the requirements of the files of a form. */
export function fileRules(form: ItemForm, limits: ItemDeps['limits']): Record<string, FileRule> {
  const limitBytes = {
    image: limits.imageBytes,
    pdf: limits.pdfBytes,
    audio: limits.audioBytes,
    transcript: limits.transcriptBytes,
  }
  const rules = fileFields(form).map(([name, { kind, missing }]): [string, FileRule] => [
    name,
    { kind, limitBytes: limitBytes[kind], ...(!missing && { optional: true }) },
  ])
  return Object.fromEntries(rules)
}
