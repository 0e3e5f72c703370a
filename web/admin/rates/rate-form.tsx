import { z } from 'zod'
import { Rate, RateFields } from '#contracts/shop/rate.ts'
import { isDay } from '#contracts/shop/shop-time.ts'
import { post } from '#web/admin/kit/api.ts'
import { FormProblems, RestoredDraftNotice } from '#web/admin/kit/form/form-notices.tsx'
import { useJsonForm } from '#web/admin/kit/form/use-json-form.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

const MarginPercent = z
  .string()
  .trim()
  .regex(/^\d{1,2}([.,]\d{1,2})?$/, 'Enter a margin in percent, such as 1.5; 0 for none.')
  .transform((text) => Math.round(Number(text.replace(',', '.')) * 100))
  .refine((basisPoints) => basisPoints <= 2000, 'Enter a margin of at most 20 percent.')

const Form = z.object({
  zwgPerUsd: RateFields.shape.zwgPerUsd,
  asOf: z.string().refine(isDay, 'Enter the day of the rate.'),
  source: RateFields.shape.source,
  marginBasisPoints: MarginPercent,
})

/** Form that adds an exchange rate. Source and margin default to those of the current rate. */
export function RateForm({ last, onEntered }: { last: Rate | null; onEntered: () => void }) {
  const { dayOf, startOf } = useShopTime()
  const today = dayOf(new Date())
  const { form, field, submit, problems, busy, restored } = useJsonForm({
    schema: Form,
    defaultValues: {
      zwgPerUsd: '',
      asOf: today,
      source: last?.source ?? '',
      marginBasisPoints: String((last?.marginBasisPoints ?? 0) / 100),
    },
    send: ({ asOf, ...values }) => post(Rate, '/rates', { ...values, asOf: startOf(asOf).toISOString() } satisfies RateFields),
    onSent: (rate) => {
      if (rate.state === 'waiting') toast('The rate needs confirmation.')
      else toast.success('Rate added')
      form.resetField('zwgPerUsd', { defaultValue: '' })
      onEntered()
    },
    failed: 'Failed to add the rate',
    draft: 'rate',
  })

  return (
    <form noValidate onSubmit={submit} aria-labelledby="enter-rate">
      <h2 id="enter-rate" className="mb-4 text-2xl">
        Add a rate
      </h2>
      {restored && <RestoredDraftNotice className="mb-5" />}
      <fieldset disabled={busy} className="grid min-w-0 grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="ZWG for one US dollar"
          inputMode="decimal"
          autoComplete="off"
          required
          hint="As published by the Reserve Bank, such as 26.7431."
          {...field('zwgPerUsd')}
        />
        <TextField label="Day" type="date" max={today} required {...field('asOf')} />
        <TextField label="Source" required maxLength={200} {...field('source')} />
        <TextField
          label="Margin in percent"
          inputMode="decimal"
          autoComplete="off"
          hint="Added to the rate; usually 0."
          {...field('marginBasisPoints')}
        />
      </fieldset>
      <div className="mt-5 grid gap-5">
        <FormProblems messages={problems} />
        <Button type="submit" busy={busy} className="justify-self-start">
          Add rate
        </Button>
      </div>
    </form>
  )
}
