import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import type { FileFormField, ItemForm, TextFormField } from '#contracts/catalogue/item-form.ts'
import { STATE_CHOICES, STATE_OPTIONS } from '#web/admin/kit/item-states.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { AuthorInput } from './author-input.tsx'
import { CategoriesInput, KnownCategoriesInput } from './category-inputs.tsx'
import { ContributorsInput } from './contributors-input.tsx'
import { FileField } from './file-field.tsx'
import { LanguageInput } from './language-input.tsx'
import { Options } from './options.tsx'
import { PublicationTimeField } from './publication-time-field.tsx'
import { SwitchInput } from './switch-input.tsx'
import type { InputProps, ItemFormState } from './use-item-form.ts'

/**
 * Inputs of a form in the order of its field description. The kind of a field determines its input, unless `own` contains a custom input.
 */
export function ItemInputs({
  form,
  own = {},
  hints = {},
  state,
}: {
  form: ItemForm
  own?: Record<string, ReactNode>
  hints?: Record<string, string>
  state: ItemFormState
}) {
  const inputs = (isFurther: boolean) =>
    Object.entries(form)
      .filter(([, field]) => Boolean(field.isFurther) === isFurther)
      .map(([name, field]) => (
        <Fragment key={name}>
          {own[name] ?? <ItemInput name={name} field={{ ...field, hint: hints[name] ?? field.hint }} state={state} />}
        </Fragment>
      ))
  const further = Object.keys(form).filter((name) => form[name]?.isFurther)
  return (
    <>
      {inputs(false)}
      {further.length > 0 && (
        <FurtherInputs names={further} state={state}>
          {inputs(true)}
        </FurtherInputs>
      )}
    </>
  )
}

/** Part of a form with the inputs that few items need. It is open if an input has a value, and opens if an input is invalid. */
function FurtherInputs({ names, state: { form }, children }: { names: string[]; state: ItemFormState; children: ReactNode }) {
  const [isOpen, setOpen] = useState(() => names.some((name) => Boolean(form.getValues(name))))
  const isInvalid = names.some((name) => form.formState.errors[name])
  return (
    <details
      open={isOpen || isInvalid}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-rule border-y sm:col-span-2"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-2 font-semibold text-base [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 -rotate-90 text-lamp-deep transition-transform duration-150 [[open]>summary>&]:rotate-0"
        />
        Further details
      </summary>
      <div className="grid grid-cols-1 gap-x-6 gap-y-6 pt-2 pb-6 sm:grid-cols-2">{children}</div>
    </details>
  )
}

function ItemInput({ field, ...props }: InputProps<TextFormField | FileFormField>) {
  if (!('schema' in field)) return <FileInput field={field} {...props} />
  const Input = TEXT_INPUTS[field.kind]
  return <Input field={field} {...props} />
}

const TEXT_INPUTS: Record<TextFormField['kind'], (props: InputProps) => ReactNode> = {
  text: TextInput,
  author: AuthorInput,
  'long text': LongTextInput,
  url: (props) => <TextInput type="url" inputMode="url" {...props} />,
  price: PriceInput,
  duration: (props) => <TextInput autoComplete="off" {...props} />,
  categories: CategoriesInput,
  'known categories': KnownCategoriesInput,
  chapters: LongTextInput,
  contributors: ContributorsInput,
  language: LanguageInput,
  switch: SwitchInput,
  slug: SlugInput,
  state: StateInput,
  time: PublicationTimeInput,
}

const widthOf = ({ half }: { half?: true }) => (half ? undefined : 'sm:col-span-2')

function TextInput({ name, field, state, ...input }: InputProps & Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete'>) {
  const { label, hint, placeholder, schema } = field
  const isOptional = schema.safeParse('').success
  return (
    <TextField
      label={isOptional ? <OptionalLabel>{label}</OptionalLabel> : label}
      required={!isOptional}
      hint={hint}
      placeholder={placeholder}
      className={widthOf(field)}
      {...input}
      {...state.field(name)}
    />
  )
}

function OptionalLabel({ children }: { children: string }) {
  return (
    <>
      {children} <span className="font-normal text-soft">(optional)</span>
    </>
  )
}

function LongTextInput({ name, field, state }: InputProps) {
  return <TextAreaField label={field.label} required rows={6} hint={field.hint} className={widthOf(field)} {...state.field(name)} />
}

function PriceInput({ name, field, state }: InputProps) {
  return (
    <TextField
      label={field.label}
      // A number input is not used, since it would change its value on mouse wheel and discard a decimal comma.
      inputMode="decimal"
      autoComplete="off"
      required
      hint="In US dollars; 0 makes it free."
      className={widthOf(field)}
      {...state.field(name)}
    />
  )
}

function StateInput({ name, field, state }: InputProps) {
  const chosen = state.chosenState
  return (
    <SelectField label={field.label} hint={chosen && STATE_CHOICES[chosen].hint} className="sm:col-span-2" {...state.field(name)}>
      <Options options={STATE_OPTIONS} />
    </SelectField>
  )
}

/** Input for the time at which a scheduled item is published. */
function PublicationTimeInput({ name, state }: InputProps) {
  if (state.chosenState !== 'scheduled') return null
  return <PublicationTimeField className="sm:col-span-2" {...state.field(name)} />
}

/** Input for the last part of an item's URL. */
function SlugInput({ name, field, state }: InputProps) {
  const path = state.kind.apiPath
  const slug = state.form.formState.defaultValues?.[name]
  return (
    <TextField
      label={<OptionalLabel>{field.label}</OptionalLabel>}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className={widthOf(field)}
      hint={
        slug ? (
          <>
            The page is{' '}
            <a href={`${path}/${slug}`} target="_blank" rel="noreferrer" className="text-link">
              {path}/{slug}
            </a>
            . When you change this, links to the old address lead to the new one.
          </>
        ) : (
          `The end of the page’s address, after ${path}/. ${field.hint}`
        )
      }
      {...state.field(name)}
    />
  )
}

const SHAPES = { book: 'aspect-2/3', square: 'aspect-square', portrait: 'aspect-square rounded-full' }

function FileInput({ name, field, state }: InputProps<FileFormField>) {
  return (
    <FileField
      {...state.file(name)}
      label={field.label}
      kind={field.kind}
      stored={state.subject && field.stored}
      optional={!field.missing}
      shape={field.shape && SHAPES[field.shape]}
      picture={field.shape && state.subject?.picture}
      advice={field.hint}
      className={widthOf(field)}
    />
  )
}
