import { Link } from 'react-router'
import { Message, MessageEntryForm, SavedAnswer } from '#contracts/site/contact.ts'
import { post, read } from '#web/admin/kit/api.ts'
import { FormProblems, RestoredDraftNotice } from '#web/admin/kit/form/form-notices.tsx'
import { useJsonForm } from '#web/admin/kit/form/use-json-form.ts'
import { toast } from '#web/lib/toast.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/ui/field.tsx'
import { useInboxState } from './inbox-state.ts'

/**
 * Form that answers a message by email or adds a note. Without a mail server, administrators write the answer in their own email program.
 */
export function EntryForm({ message, onAdded }: { message: Message; onAdded: (message: Message) => void }) {
  const sendsMail = useInboxState()?.sendsMail ?? false
  const { form, field, submit, problems, busy, restored } = useJsonForm({
    schema: MessageEntryForm,
    defaultValues: { kind: sendsMail ? 'answer' : 'note', text: '' },
    send: (entry) => post(Message, `/messages/${encodeURIComponent(message.id)}/entries`, entry),
    onSent: (changed) => {
      toast.success(form.getValues('kind') === 'answer' ? 'The answer will be sent' : 'Note saved')
      onAdded(changed)
    },
    failed: 'Failed to save the answer or note',
    draft: `message ${message.id}`,
  })
  const { value: saved } = useFetched('saved answers', (signal) => read(SavedAnswer.array(), '/saved-answers', { signal }))
  const answers = Array.isArray(saved) ? saved : []

  function insert(id: string) {
    const chosen = answers.find((answer) => answer.id === id)
    if (!chosen) return
    const text = [form.getValues('text').trim(), chosen.text].filter(Boolean).join('\n\n')
    form.setValue('text', text, { shouldDirty: true, shouldValidate: true })
    form.setFocus('text')
  }

  return (
    <form noValidate onSubmit={submit} className="mt-6 border-rule border-t pt-5">
      {restored && <RestoredDraftNotice className="mb-5" />}
      <fieldset disabled={busy} className="grid min-w-0 gap-4">
        <TextAreaField label={sendsMail ? 'Answer or note' : 'Note or draft of an answer'} required {...field('text')} />
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          {answers.length > 0 && (
            <SelectField label="Insert a saved answer" value="" onChange={(event) => insert(event.target.value)} className="min-w-0 grow">
              <option value="">Choose one</option>
              {answers.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
          )}
          <Link to="/admin/saved-answers" className="inline-flex min-h-11 items-center text-base text-link">
            Saved answers
          </Link>
        </div>
        <FormProblems messages={problems} />
        <div className="flex flex-wrap gap-3">
          {sendsMail ? (
            <Button type="submit" size="small" busy={busy} onClick={() => form.setValue('kind', 'answer')}>
              Send answer
            </Button>
          ) : (
            <a href={replyAddress(message, form.watch('text'))} className={buttonClass({ size: 'small' })}>
              Reply by email
            </a>
          )}
          <Button type="submit" variant="outline" size="small" disabled={busy} onClick={() => form.setValue('kind', 'note')}>
            Save as note
          </Button>
        </div>
      </fieldset>
    </form>
  )
}

function replyAddress({ email, subject, message }: Message, text: string) {
  const quoted = message.slice(0, 1500).replace(/^/gm, '> ')
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(`${text}\n\n${quoted}`)}`
}
