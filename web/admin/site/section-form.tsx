import { type FormEvent, useEffect, useRef, useState } from 'react'
import { EditedSection, SectionState } from '#contracts/site/site-sections.ts'
import { adminApi, post } from '#web/admin/kit/api.ts'
import { clearFailure, describeFailure, toastFailure } from '#web/admin/kit/failures.ts'
import { FormProblems } from '#web/admin/kit/form/form-notices.tsx'
import { useLeaveGuard } from '#web/admin/kit/form/use-leave-guard.ts'
import { ApiError, json } from '#web/lib/api/api.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { focusFirstError } from '#web/ui/use-form-errors.ts'
import { SectionFields } from './section-fields.tsx'
import { type FieldSchema, readContent } from './section-schema.ts'

type Action = 'save' | 'publish' | 'discard'

/** Form of a section. Saving stores a draft; publishing stores and publishes it. */
export function SectionForm({ section, onChanged }: { section: EditedSection; onChanged: (section: EditedSection) => void }) {
  const { name, draft } = section
  const schema = section.schema as FieldSchema
  const [content, setContent] = useState(section.content)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problems, setProblems] = useState<string[]>([])
  const [busy, setBusy] = useState<Action>()
  const [asks, setAsks] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isChanged = JSON.stringify(content) !== JSON.stringify(section.content)
  const blocker = useLeaveGuard(() => isChanged && busy === undefined)

  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirstError(form.current)
  }, [errors])

  const path = `/site/sections/${name}`
  async function request(method: 'PUT' | 'DELETE', body?: unknown): Promise<EditedSection> {
    const response = await adminApi.call(`${path}/draft`, body === undefined ? { method } : json(method, body))
    return EditedSection.parse(await response.json())
  }

  const saveDraft = () => request('PUT', { content: readContent(schema, content), basedOn: draft?.at ?? null })

  async function run(action: Action, work: () => Promise<EditedSection>, success: string, failed: string) {
    setBusy(action)
    setProblems([])
    setErrors({})
    try {
      const changed = await work()
      clearFailure(failed)
      toast.success(success)
      onChanged(changed)
    } catch (error) {
      toastFailure(error, failed)
      const found = error instanceof ApiError ? (error.problem.errors ?? []) : []
      setErrors(Object.fromEntries(found.map(({ field, message }) => [field.replace(/^content\./, ''), message])))
      setProblems(found.length === 0 ? [describeFailure(error)] : found.filter(({ field }) => field === '').map(({ message }) => message))
    } finally {
      setBusy(undefined)
      setAsks(false)
    }
  }

  function save(event: FormEvent) {
    event.preventDefault()
    void run('save', saveDraft, 'Draft saved', 'Failed to save the draft')
  }

  function publish() {
    const work = async () => {
      if (isChanged) await saveDraft()
      await post(SectionState.array(), '/site/publish', { sections: [name] })
      return EditedSection.parse(await (await adminApi.call(path)).json())
    }
    void run('publish', work, 'Published', 'Failed to publish')
  }

  return (
    <form ref={form} noValidate onSubmit={save} aria-label={section.title}>
      <fieldset disabled={busy !== undefined} className="grid min-w-0 gap-6">
        <SectionFields schema={schema} value={content} path="" label={section.title} errors={errors} onChange={setContent} />
      </fieldset>
      <div className="sticky bottom-0 mt-8 grid gap-3 border-rule border-t bg-paper py-4">
        <FormProblems messages={problems} />
        <div className="flex flex-wrap gap-3">
          <Button busy={busy === 'publish'} disabled={!isChanged && !draft} onClick={publish}>
            Publish
          </Button>
          <Button type="submit" variant="outline" busy={busy === 'save'} disabled={!isChanged}>
            Save draft
          </Button>
          {draft && (
            <Button variant="outline" onClick={() => setAsks(true)}>
              Discard draft
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asks}
        title="Discard the draft?"
        message="The form then shows the published content again."
        confirm="Discard draft"
        busy={busy === 'discard'}
        onConfirm={() => void run('discard', () => request('DELETE'), 'Draft discarded', 'Failed to discard the draft')}
        onClose={() => setAsks(false)}
      />
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        backCloses={false}
        title="Leave without saving?"
        message="What you entered on this page has not been saved."
        confirm="Leave"
        cancel="Stay here"
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      />
    </form>
  )
}
