import { z } from 'zod'
import { ItemState, stateFields } from '#contracts/catalogue/item-state.ts'
import { isListed, isReachable } from '#contracts/catalogue/item-visibility.ts'
import { isFree } from '#contracts/shop/price.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import { FormDialog } from '#web/admin/kit/form/form-dialog.tsx'
import { Options } from '#web/admin/kit/form/options.tsx'
import { PublicationTimeField } from '#web/admin/kit/form/publication-time-field.tsx'
import { STATE_CHOICES, STATE_OPTIONS } from '#web/admin/kit/item-states.tsx'
import { useOwners } from '#web/admin/kit/owners.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { BulkItem } from './bulk-item.ts'
import type { BulkDialogProps } from './price-dialog.tsx'
import { sendChanges } from './send-changes.ts'

type Values = { state: string; publishAt: string }
const OWNERS_KEEP = 'keep access in any case'

/** Returns the items not yet in the given state, or all items for the state `scheduled`, since their publication time may change. */
const findOthers = <Item extends BulkItem>(items: Item[], state: string) =>
  items.filter((item) => item.state !== state || state === 'scheduled')

/** The form values are validated together, since only scheduled items have a publication time. */
const formFor = (items: BulkItem[], { momentOf }: ShopTime) =>
  z.object({ state: z.enum(ItemState.options, 'Choose a status.'), publishAt: z.string() }).transform(({ state, publishAt }, context) => {
    const issue = (path: keyof Values, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (findOthers(items, state).length === 0) issue('state', `All of them are ${STATE_CHOICES[state].label.toLowerCase()} already.`)
    if (state !== 'scheduled') return { state }
    const time = momentOf(publishAt)
    if (Number.isNaN(time.getTime())) issue('publishAt', 'Choose a date and a time.')
    else if (time.getTime() <= Date.now()) issue('publishAt', 'Choose a time in the future.')
    else return { state, publishAt: time.toISOString() }
    return z.NEVER
  })

/** Dialog that changes the state of several items and explains the effect on visitors and owners. */
export function StateDialog<Item extends BulkItem>({ resource, product, list, items, open, onClose, onSaved }: BulkDialogProps<Item>) {
  const { singular } = resource
  const time = useShopTime()
  const owners = useOwners(product, items, { open, effect: OWNERS_KEEP })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Change the status of ${pluralize(items.length, singular)}`}
      schema={formFor(items, time)}
      defaultValues={{ state: '', publishAt: '' } as Values}
      send={(values) =>
        sendChanges(
          resource,
          list,
          findOthers(items, values.state).map((item) => ({ item, ...values })),
        )
      }
      onSent={onSaved}
      failed="Failed to change the status"
      submitLabel="Change status"
    >
      {({ form, field }) => {
        const { state } = form.watch()
        const chosen = ItemState.safeParse(state).data
        return (
          <>
            <SelectField label={stateFields.state.label} required {...field('state')}>
              <option value="">Choose</option>
              <Options options={STATE_OPTIONS} />
            </SelectField>
            {chosen === 'scheduled' && <PublicationTimeField {...field('publishAt')} />}
            <div role="status">
              <ul className="grid gap-1.5 text-base text-soft">
                {(chosen ? describeEffect(items, chosen, singular) : []).map((line) => (
                  <li key={line}>{line}</li>
                ))}
                {owners !== '' && <li>{owners ?? 'Counting the owners.'}</li>}
              </ul>
            </div>
          </>
        )
      }}
    </FormDialog>
  )
}

/** Returns sentences about the effect of the new state on visitors, each with the number of affected items. */
function describeEffect(items: BulkItem[], state: ItemState, singular: string): string[] {
  const others = findOthers(items, state)
  const count = (some: BulkItem[]) => pluralize(some.length, singular)
  const after = { state, deletedAt: null }
  const closed = isReachable(after) ? [] : others.filter(isReachable)
  const free = closed.filter(({ price }) => isFree(price))
  const unlisted = state === 'hidden' ? others.filter(isListed) : []
  const opened = state === 'hidden' ? others.filter((item) => !isReachable(item)) : []
  const same = items.length - others.length
  return [
    ...(isListed(after) && others.length > 0 ? [`${count(others)} will be in the lists, searches and feeds of the site.`] : []),
    ...(state === 'scheduled' ? [`${count(others)} will appear on the site together, at the time above.`] : []),
    ...(closed.length > 0
      ? [`Visitors can no longer find, open or buy ${count(closed)}${state === 'scheduled' ? ' until then' : ''}.`]
      : []),
    ...(free.length > 0 ? [`${free.length.toLocaleString('en')} of them can be opened for free now, and will be closed.`] : []),
    ...(unlisted.length > 0 ? [`${count(unlisted)} will leave lists, searches and feeds. Their links still open them.`] : []),
    ...(opened.length > 0 ? [`${count(opened)} can be opened and bought by anyone with the link.`] : []),
    ...(same > 0 ? [`${pluralize(same, `${singular} is`, `${singular}s are`)} ${STATE_CHOICES[state].label.toLowerCase()} already.`] : []),
  ]
}
