import { useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type { z } from 'zod'
import { editionFields, type TextFormField } from '#contracts/catalogue/item-form.ts'
import type { ItemState } from '#contracts/catalogue/item-state.ts'
import { clearFailure, hasStatus, isAborted, toastFailure } from '#web/admin/kit/failures.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { useEarlyUploads } from '#web/admin/kit/upload/use-early-uploads.ts'
import { useUploadProgress } from '#web/admin/kit/upload/use-upload-progress.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { toast } from '#web/lib/toast.ts'
import type { AskedQuestion, RefusalQuestion, SaveQuestion } from './save-question.ts'
import { sendItem } from './send-item.ts'
import { useContractForm } from './use-contract-form.ts'
import { useDraft } from './use-draft.ts'
import { useEditConflict } from './use-edit-conflict.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useStoredFiles } from './use-stored-files.ts'

/** Props that a form receives from its page. */
export type FormProps<Item> = {
  /** Item to edit; if absent, the form creates an item */
  item?: Item
  back: string
  onSaved: (item: Item) => void
  /** Called after the administrator discards the changes and switches to the newer version */
  onNewer: (item: Item) => void
  /** Called when the item is found to be deleted */
  onGone: () => void
}

export type ItemFormState = ReturnType<typeof useItemForm<{ id: string }, FieldValues, FieldValues>>

/** Props of the input for a field of a form description. */
export type InputProps<Field = TextFormField> = { name: string; field: Field; state: ItemFormState }

/**
 * State of a form that creates an item, or updates the given item by sending only the changed fields. `defaultValues` names every field in
 * page order.
 */
export function useItemForm<Item extends { id: string; updatedAt?: string }, Input extends FieldValues, Output extends FieldValues>({
  resource,
  item,
  schema,
  defaultValues,
  asJson = false,
  secrets,
  question: findQuestion,
  refusal,
  onUploaded,
  back,
  onSaved,
  onNewer,
  onGone,
}: {
  resource: Resource<Item>
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  /** Whether the form is sent as JSON instead of multipart form data */
  asJson?: boolean
  /** Names of fields that are never stored in a draft */
  secrets?: readonly string[]
  /** Returns the question to ask before the values are saved, if any */
  question?: (values: Output) => SaveQuestion | undefined | Promise<SaveQuestion | undefined>
  refusal?: RefusalQuestion
  /** Inspects a large file of the form after its upload. An error rejects the file, and its message is displayed at the file's field */
  onUploaded?: (id: string, file: File) => Promise<void>
} & FormProps<Item>) {
  const { form, field, handleSubmit, problems, setProblems, showError } = useContractForm(schema, defaultValues)
  // The form state is read during rendering, since react-hook-form only tracks properties that are read while rendering.
  const { isDirty, dirtyFields, isSubmitting } = form.formState
  const upload = useUploadProgress()
  // The large files of the form are uploaded as soon as they are selected.
  const earlyUploads = useEarlyUploads(form, resource.form ? editionFields(resource.form) : [], { onRefused: showRefusal, onUploaded })
  const saved = useRef(false)
  const saving = useRef(false)
  const id = item?.id
  const draft = useDraft(form, `${resource.listUrl} ${id ?? 'new'}`, { version: item?.updatedAt, secrets })
  const conflict = useEditConflict(resource, item)
  const blocker = useLeaveGuard(() => !saved.current && (isDirty || upload.progress !== null || earlyUploads.progress !== null))
  const { toasts } = resource
  const itemPath = item && resource.statesPath ? `${resource.statesPath}/${encodeURIComponent(item.id)}` : undefined
  const files = useStoredFiles(itemPath, { isDirty, onRestored: (stored) => replaceBy(resource.parse(stored)) })
  const [question, setQuestion] = useState<SaveQuestion>()
  const answer = useRef<Record<string, string>>(undefined)

  const submit = handleSubmit(async (values) => {
    saving.current = true
    try {
      const asked = answer.current ? undefined : await findQuestion?.(values)
      if (asked) return setQuestion(asked)
      const answered = answer.current
      answer.current = undefined
      // A cleared field has no value in the form state and is sent as an empty string.
      const changed = id ? Object.fromEntries(Object.keys(dirtyFields).map((name) => [name, values[name] ?? ''])) : values
      const sent = { ...changed, ...refusal?.fields, ...answered, updatedAt: draft.startedFrom.current }
      const stored = await upload.run((options) => sendItem(resource.apiPath, id, sent, { asJson, earlyUploads, ...options }))
      saved.current = true
      earlyUploads.forget()
      draft.drop()
      clearFailure(id ? toasts.updateFailed : toasts.addFailed)
      toast.success(id ? toasts.updated : toasts.added)
      onSaved(resource.parse(stored))
    } catch (error) {
      if (isAborted(error)) return setProblems(['The upload was cancelled. Everything you entered is still here.'])
      if (refusal && error instanceof ApiError && error.problem.code === refusal.code) return setQuestion(refusal.question)
      toastFailure(error, id ? toasts.updateFailed : toasts.addFailed)
      if (await conflict.check(error)) return hasStatus(error, 404) && onGone()
      showProblems(error)
    } finally {
      saving.current = false
    }
  })

  /** Saves the values once the question is answered. `fields` are those of the clicked button and are sent with the values. */
  function answerQuestion(fields: Record<string, string> = {}) {
    setQuestion(undefined)
    answer.current = fields
    return submit()
  }

  /** Returns the props of a file field. Files are validated as soon as they are selected. */
  function file(name: Path<Input>) {
    const early = earlyUploads.fields.find((field) => field === name)
    const versions = files.versionsOf(name)
    return {
      control: form.control,
      name,
      onChosen: (file: File) => void (early ? earlyUploads.choose(early, file) : form.trigger(name)),
      ...(early && { uploaded: earlyUploads.uploaded[early] }),
      ...(versions && { versions }),
    }
  }

  /** Displays the rejection of an uploaded file while the form is being edited. During saving, `submit` displays the rejection. */
  function showRefusal(error: unknown) {
    if (!saving.current) showProblems(error)
  }

  function showProblems(error: unknown) {
    const invalid = showError(error)
    // The early upload of a rejected file is canceled, so that the file isn't used again.
    for (const field of earlyUploads.fields) if (invalid.includes(field)) earlyUploads.cancel(field)
  }

  /** Discards the unsaved values before the page is left. */
  function discard() {
    saved.current = true
    draft.drop()
    upload.cancel()
    earlyUploads.cancel()
  }

  function startOver() {
    earlyUploads.cancel()
    draft.startOver()
  }

  function saveAnyway() {
    draft.startedFrom.current = conflict.newer?.updatedAt
    conflict.clear()
    return submit()
  }

  function takeNewer() {
    if (conflict.newer) replaceBy(conflict.newer)
  }

  /** Discards the unsaved values and replaces them by those of a newer version. */
  function replaceBy(newer: Item) {
    saved.current = true
    draft.drop()
    earlyUploads.cancel()
    onNewer(newer)
  }

  const asked: AskedQuestion | undefined = question && { ...question, answer: answerQuestion, close: () => setQuestion(undefined) }
  const kind: Pick<Resource<Item>, 'singular' | 'title' | 'addLabel' | 'apiPath' | 'form'> = resource
  return {
    kind,
    /** Stored item; undefined in a form for a new item */
    subject: item && {
      name: resource.nameOf(item),
      pageUrl: resource.pageOf?.(item),
      previewPath: resource.isPreviewed?.(item) ? `${itemPath}/preview-link` : undefined,
      about: resource.about?.(item),
      picture: resource.pictureOf?.(item),
    },
    form,
    field,
    file,
    chosenState: form.watch('state' as Path<Input>) as ItemState | undefined,
    submit,
    busy: isSubmitting || files.busy,
    problems,
    question: files.question ?? asked,
    upload,
    earlyUploads,
    draft: { isRestored: draft.restored, without: secrets ? 'Passwords' : 'Files', startOver },
    leaving: { back, blocker, discard },
    conflict: { state: conflict.state, by: conflict.by, fields: conflict.fields, saveAnyway, takeNewer },
  }
}
