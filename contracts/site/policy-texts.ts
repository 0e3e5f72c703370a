import { z } from 'zod'
import { line, paragraph, sentence } from './text-fields.ts'

/** Placeholders in policy texts, such as `{email}`, for values that are site settings or fixed by the software. */
export const POLICY_PLACEHOLDERS = {
  name: 'the name of the site',
  email: 'the email address',
  phone: 'the phone number',
  whatsapp: 'the WhatsApp number',
  refundDays: 'the days in which buyers can change their mind',
  orderHours: 'the hours after which an unpaid order is deleted',
  offlineDays: 'the days after which an offline copy without access stops opening',
} as const
export type PolicyPlaceholder = keyof typeof POLICY_PLACEHOLDERS

const PLACEHOLDER = /\{(\w+)\}/g
const EXPLANATION = Object.entries(POLICY_PLACEHOLDERS).map(([name, meaning]) => `{${name}} stands for ${meaning}`)

/** Replaces the placeholders of a text. */
export function fillPlaceholders(text: string, values: Record<PolicyPlaceholder, string>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => values[name as PolicyPlaceholder] ?? whole)
}

function withPlaceholders<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.refine((text) => [...text.matchAll(PLACEHOLDER)].every(([, name = '']) => Object.hasOwn(POLICY_PLACEHOLDERS, name)), {
    error: `Use these placeholders only: ${Object.keys(POLICY_PLACEHOLDERS)
      .map((name) => `{${name}}`)
      .join(', ')}.`,
  })
}

const Part = z
  .object({
    title: line('Title'),
    paragraphs: z
      .array(withPlaceholders(paragraph('Paragraph')))
      .max(12)
      .meta({ title: 'Paragraphs' }),
    list: z
      .array(withPlaceholders(paragraph('Point')))
      .max(20)
      .meta({ title: 'List', description: 'Bullet points below the paragraphs.' }),
  })
  .refine(({ paragraphs, list }) => paragraphs.length + list.length > 0, {
    path: ['paragraphs'],
    error: 'Enter a paragraph or a bullet point.',
  })
  .meta({ title: 'Part' })

const parts = (min: number) => z.array(Part).min(min).max(20).meta({ title: 'Parts' })
const lead = withPlaceholders(sentence('Sentence below the title'))

/** Texts of the pages Terms, Privacy and Refunds. The privacy page also contains a generated description of the stored data. */
export const PolicyTexts = z
  .object({
    terms: z.object({ lead, parts: parts(2) }).meta({ title: 'Terms' }),
    privacy: z.object({ lead, parts: parts(0) }).meta({
      title: 'Privacy',
      description: 'The parts appear below the generated description of the stored data.',
    }),
    refunds: z.object({ lead, parts: parts(2) }).meta({ title: 'Refunds' }),
    changed: z.iso.date().meta({ title: 'Last changed', readOnly: true }),
  })
  .meta({ description: `In paragraphs and points, ${EXPLANATION.join('; ')}.` })
export type PolicyTexts = z.infer<typeof PolicyTexts>
