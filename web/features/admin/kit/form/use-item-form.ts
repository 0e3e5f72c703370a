import { useRef } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import toast from 'react-hot-toast'
import type { z } from 'zod'
import type { UploadField } from '#contracts/upload.ts'
import { hasStatus, isAborted, toastFailure } from '#web/features/admin/kit/failures.ts'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import { useEarlyUpload } from '#web/features/admin/kit/upload/use-early-upload.ts'
import { useUploadProgress } from '#web/features/admin/kit/upload/use-upload-progress.ts'
import { totalFileBytes } from './form-body.ts'
import type { FormProps } from './form-props.ts'
import { sendItem } from './send-item.ts'
import { useContractForm } from './use-contract-form.ts'
import { useDraft } from './use-draft.ts'
import { useEditConflict } from './use-edit-conflict.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useServerErrors } from './use-server-errors.ts'

export type ItemFormState = Omit<ReturnType<typeof useItemForm<{ id: string }, FieldValues, FieldValues>>, 'form'>

/**
 * A form that adds an item, or changes the one that is given, in which case only what changed is sent.
 * `defaultValues` names every field, in the order of the page.
 */
export function useItemForm<Item extends { id: string; updatedAt?: string }, Input extends FieldValues, Output extends FieldValues>({
  resource,
  item,
  schema,
  defaultValues,
  asJson = false,
  secrets,
  aheadField,
  onSaved,
  onNewer,
  onGone,
}: {
  resource: Resource<Item>
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  /** Send JSON rather than a multipart form */
  asJson?: boolean
  /** Fields of which nothing is kept as a draft */
  secrets?: readonly string[]
  /** The field whose file is sent in pieces, from when it is chosen */
  aheadField?: UploadField
} & FormProps<Item>) {
  const { form, handleSubmit } = useContractForm(schema, defaultValues)
  // Read while rendering: react-hook-form only tracks what is read.
  const { isDirty, dirtyFields, isSubmitting } = form.formState
  const { problems, setProblems, show } = useServerErrors(form, Object.keys(defaultValues))
  const upload = useUploadProgress()
  const ahead = useEarlyUpload(aheadField, {
    onRefused: tellRefusal,
    restBytes: () => totalFileBytes(form.getValues(), aheadField),
  })
  const saved = useRef(false)
  const saving = useRef(false)
  const id = item?.id
  const draft = useDraft(form, `${resource.listUrl} ${id ?? 'new'}`, { version: item?.updatedAt, secrets })
  const meanwhile = useEditConflict(resource, item)
  const blocker = useLeaveGuard(() => !saved.current && (isDirty || upload.progress !== null || ahead.progress !== null))
  const { toasts } = resource

  const submit = handleSubmit(async (values) => {
    setProblems([])
    saving.current = true
    try {
      // A field that was emptied has no value any more, and is sent as empty text.
      const changed = id ? Object.fromEntries(Object.keys(dirtyFields).map((name) => [name, values[name] ?? ''])) : values
      const sent = { ...changed, updatedAt: draft.startedFrom.current }
      const stored = await upload.run((options) => sendItem(resource.apiPath, id, sent, { asJson, ahead, ...options }))
      saved.current = true
      ahead.forget()
      draft.drop()
      toast.success(id ? toasts.updated : toasts.added)
      onSaved(resource.parse(stored))
    } catch (error) {
      if (isAborted(error)) return setProblems(['The upload was cancelled. Everything you entered is still here.'])
      toastFailure(error, id ? toasts.updateFailed : toasts.addFailed)
      if (await meanwhile.explains(error)) return hasStatus(error, 404) && onGone()
      showProblems(error)
    } finally {
      saving.current = false
    }
  })

  /** Sends a chosen file at once, unless it can be seen here that it won't be taken. */
  async function sendAhead(file: File) {
    ahead.cancel()
    const name = aheadField as Path<Input>
    const isTaken = await form.trigger(name)
    // Another may have been chosen meanwhile.
    if (isTaken && form.getValues(name) === file) ahead.start(file)
  }

  /** The file is refused while the rest is being typed. While saving, it is told anyway. */
  function tellRefusal(error: unknown) {
    if (!saving.current) showProblems(error)
  }

  function showProblems(error: unknown) {
    const wrong = show(error)
    // Whatever is wrong with the file, it is not to be used again.
    if (aheadField && wrong.includes(aheadField)) ahead.cancel()
  }

  /** Forgets what was typed, for someone who confirmed that they leave. */
  function discard() {
    saved.current = true
    draft.drop()
    upload.cancel()
    ahead.cancel()
    blocker.proceed?.()
  }

  function startAfresh() {
    form.reset()
    ahead.cancel()
    draft.drop()
  }

  /** Saves over the version that someone else made, having seen that there is one. */
  function saveAnyway() {
    draft.startedFrom.current = meanwhile.newer?.updatedAt
    meanwhile.forget()
    return submit()
  }

  function takeNewer() {
    const { newer } = meanwhile
    if (!newer) return
    saved.current = true
    draft.drop()
    onNewer(newer)
  }

  return {
    form,
    submit,
    problems,
    upload,
    ahead,
    sendAhead,
    isNew: id === undefined,
    busy: isSubmitting,
    restored: draft.restored,
    notRestored: secrets ? 'Passwords' : 'Files',
    startAfresh,
    blocker,
    discard,
    one: resource.singular,
    meanwhile: { state: meanwhile.state, facts: meanwhile.facts, saveAnyway, takeNewer },
  }
}
