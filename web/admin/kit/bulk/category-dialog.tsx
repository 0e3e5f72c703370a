import { z } from 'zod'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { CategoryChoice } from '#web/admin/kit/form/category-inputs.tsx'
import { FormDialog } from '#web/admin/kit/form/form-dialog.tsx'
import { Options } from '#web/admin/kit/form/options.tsx'
import { pluralize } from '#web/lib/format/plural.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { BulkItem } from './bulk-item.ts'
import type { BulkDialogProps } from './price-dialog.tsx'
import { sendChanges } from './send-changes.ts'

const MODES = { add: 'Add', remove: 'Remove', replace: 'Replace all with' }
const Mode = z.enum(['add', 'remove', 'replace'])
type Values = { mode: z.infer<typeof Mode>; names: string[] }

function categoriesAfter({ categories }: BulkItem, { mode, names }: Values): string[] {
  if (mode === 'replace') return names
  return mode === 'remove' ? categories.filter((name) => !names.includes(name)) : [...new Set([...categories, ...names])]
}

const formFor = (items: BulkItem[], singular: string) =>
  z.object({ mode: Mode, names: z.array(z.string()).min(1, 'Choose a category.') }).superRefine((values, context) => {
    const bare = items.filter((item) => categoriesAfter(item, values).length === 0)
    if (bare.length === 0) return
    const message = `${pluralize(bare.length, singular)} would have no category, such as “${bare[0]?.title}”.`
    context.addIssue({ code: 'custom', path: ['names'], message })
  })

/** Dialog that adds, removes or replaces the categories of several items. */
export function CategoryDialog<Item extends BulkItem>({ resource, list, items, open, onClose, onSaved }: BulkDialogProps<Item>) {
  const { singular } = resource
  const names = [...new Set([...CATEGORIES, ...items.flatMap(({ categories }) => categories)])]
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Change the categories of ${pluralize(items.length, singular)}`}
      schema={formFor(items, singular)}
      defaultValues={{ mode: 'add', names: [] } as Values}
      send={(values) => {
        const changes = items
          .map((item) => ({ item, categories: categoriesAfter(item, values) }))
          .filter(({ item, categories }) => categories.join() !== item.categories.join())
        return sendChanges(resource, list, changes)
      }}
      onSent={onSaved}
      failed="Failed to change the categories"
      submitLabel="Change categories"
    >
      {({ form, field }) => (
        <>
          <SelectField label="Change" {...field('mode')}>
            <Options options={Object.entries(MODES)} />
          </SelectField>
          <CategoryChoice control={form.control} name="names" label="Categories" names={names} />
        </>
      )}
    </FormDialog>
  )
}
