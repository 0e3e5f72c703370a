import { toJSONSchema, type z } from 'zod'
import { SECTIONS, type SectionName } from '#contracts/site/site-content.ts'

/** Returns the JSON Schema of a section, as the API describes it and forms are generated from it. */
export function sectionSchema(name: SectionName): Record<string, unknown> {
  return toJSONSchema(SECTIONS[name] as z.ZodType, { io: 'input', unrepresentable: 'any' })
}
