import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import type { z } from 'zod'
import type { UploadField } from '#contracts/upload.ts'
import { ApiError } from '#web/lib/api.ts'
import { send } from '../admin-api.ts'
import { explain, hasStatus, isCancelled, toastFailure } from '../failures.ts'
import type { Resource } from '../resource.ts'
import type { Report } from '../upload/uploading-fetch.ts'
import { useAheadUpload } from '../upload/use-ahead-upload.ts'
import { useUpload } from '../upload/use-upload.ts'
import { bytesOfFiles, type FormValue, toFormData } from './form-body.ts'
import { placeErrors } from './form-errors.ts'
import type { FormProps } from './form-props.ts'
import { schemaResolver } from './schema-resolver.ts'
import { useDraft } from './use-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useMeanwhile } from './use-meanwhile.ts'

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
  aheadField,
  onSaved,
  onNewer,
  onGone,
}: {
  resource: Resource<Item>
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  /** Send JSON rather than a multipart form; nothing of it is kept as a draft */
  asJson?: boolean
  /** The field whose file is sent in pieces, from when it is chosen */
  aheadField?: UploadField
} & FormProps<Item>) {
  const form = useForm<Input, unknown, Output>({
    resolver: schemaResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  // Read while rendering: react-hook-form only tracks what is read.
  const { isDirty, dirtyFields, isSubmitting } = form.formState
  const [problems, setProblems] = useState<string[]>([])
  const upload = useUpload()
  const ahead = useAheadUpload(aheadField, {
    onRefused: tellRefusal,
    restBytes: () => bytesOfFiles(form.getValues(), aheadField),
  })
  const saved = useRef(false)
  const saving = useRef(false)
  const firstWrong = useRef<Path<Input>>(undefined)
  const id = item?.id
  const draft = useDraft(form, asJson ? undefined : `${resource.home} ${id ?? 'new'}`, item?.updatedAt)
  const meanwhile = useMeanwhile(resource, item)
  const blocker = useLeaveGuard(() => !saved.current && (isDirty || upload.progress !== null || ahead.progress !== null))
  const { toasts } = resource

  const submit = form.handleSubmit(async (values) => {
    setProblems([])
    saving.current = true
    try {
      const stored = await upload.run(async (options) => {
        // A field that was emptied has no value any more, and is sent as empty text.
        const changed = id ? Object.fromEntries(Object.keys(dirtyFields).map((name) => [name, values[name] ?? ''])) : values
        const path = id ? `${resource.path}/${encodeURIComponent(id)}` : resource.path
        const updatedAt = draft.startedFrom.current
        if (asJson) return send(id ? 'PATCH' : 'POST', path, changed, options)
        const rest = await finishUpload({ ...changed, updatedAt }, options)
        return send(id ? 'PATCH' : 'POST', path, toFormData(rest.values), { ...options, onProgress: rest.onProgress })
      })
      saved.current = true
      ahead.forget()
      draft.drop()
      toast.success(id ? toasts.updated : toasts.added)
      onSaved(resource.read(stored))
    } catch (error) {
      if (isCancelled(error)) return setProblems(['The upload was cancelled. Everything you entered is still here.'])
      toastFailure(error, id ? toasts.updateFailed : toasts.addFailed)
      if (await meanwhile.explains(error)) return hasStatus(error, 404) && onGone()
      showProblems(error)
    } finally {
      saving.current = false
    }
  })

  /** Puts the id of the upload in the place of the file when all of it is there. Progress counts on from there. */
  async function finishUpload(values: Record<string, FormValue>, { onProgress, signal }: { onProgress: Report; signal: AbortSignal }) {
    const file = aheadField && values[aheadField]
    if (!aheadField || !(file instanceof File)) return { values, onProgress }
    const total = file.size + bytesOfFiles(values, aheadField)
    const uploadId = await ahead.finish(file, { signal, onProgress: (sent) => onProgress(sent, total) })
    return {
      values: { ...values, [aheadField]: undefined, [`${aheadField}Upload`]: uploadId },
      onProgress: (sent: number, size: number) => onProgress(file.size + sent, file.size + size),
    }
  }

  /** Sends a chosen file at once, unless it can be seen here that it won't be taken. */
  async function sendAhead(file: File) {
    ahead.cancel()
    const name = aheadField as Path<Input>
    const isTaken = await form.trigger(name)
    // Another may have been chosen meanwhile.
    if (isTaken && form.getValues(name) === file) ahead.start(file)
  }

  /** The file is refused while the rest is being typed: that is no reason to move the focus. While saving, it is told anyway. */
  function tellRefusal(error: unknown) {
    if (saving.current) return
    showProblems(error)
    firstWrong.current = undefined
  }

  function showProblems(error: unknown) {
    if (!(error instanceof ApiError) || !error.problem.errors?.length) return setProblems([explain(error)])
    const placed = placeErrors(error.problem, Object.keys(defaultValues))
    for (const { field, message } of placed.fields) form.setError(field as Path<Input>, { type: 'server', message })
    setProblems(placed.rest)
    // Whatever is wrong with the file, it is not to be used again.
    if (placed.fields.some(({ field }) => field === aheadField)) ahead.cancel()
    firstWrong.current = placed.fields[0]?.field as Path<Input> | undefined
  }

  // The fields are disabled until the submission has ended.
  useEffect(() => {
    if (isSubmitting || !firstWrong.current) return
    form.setFocus(firstWrong.current)
    firstWrong.current = undefined
  }, [form, isSubmitting])

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
    busy: isSubmitting,
    isDirty,
    restored: draft.restored,
    startAfresh,
    blocker,
    discard,
    editing: id !== undefined,
    one: resource.one,
    meanwhile: { state: meanwhile.state, facts: meanwhile.facts, saveAnyway, takeNewer },
  }
}
