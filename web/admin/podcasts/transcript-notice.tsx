import { useEffect, useState } from 'react'
import { ENCODINGS, type Encoding } from '#contracts/catalogue/transcripts/decode-text.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { TranscriptCheck } from './check-transcript.ts'

/** Chosen encodings of files that were converted to UTF-8, with the files as they were selected. */
const converted = new WeakMap<File, { original: File; encoding: Encoding }>()

/** Names what is changed, left out or guessed in a selected transcript. If its encoding is a guess, another one can be chosen. */
export function TranscriptNotice({ file, seconds, onConverted }: { file: File; seconds: number; onConverted: (file: File) => void }) {
  const { original, encoding } = converted.get(file) ?? { original: file, encoding: undefined }
  const [check, setCheck] = useState<TranscriptCheck>()
  useEffect(() => {
    let isCurrent = true
    import('./check-transcript.ts')
      .then(({ checkTranscript }) => checkTranscript(original, { encoding, seconds }))
      .then((found) => isCurrent && setCheck(found))
      // Without the check, the server reads the file when the form is saved.
      .catch(console.warn)
    return () => {
      isCurrent = false
    }
  }, [original, encoding, seconds])

  async function choose(chosen: Encoding) {
    const text = new TextDecoder(chosen).decode(await original.arrayBuffer())
    const inUtf8 = new File([text], original.name, { type: original.type })
    converted.set(inUtf8, { original, encoding: chosen })
    onConverted(inUtf8)
  }

  if (!check) return null
  const messages = check.problem ? [check.problem] : check.doubts
  return (
    <>
      {messages.length > 0 && (
        <ul role="status" className="grid gap-1 text-base text-soft">
          {messages.map((message) => (
            <li key={message} className="wrap-anywhere">
              {message}
            </li>
          ))}
        </ul>
      )}
      {check.encoding && (
        <SelectField
          label="Encoding of the transcript"
          hint={`The file doesn’t state its encoding. Choose another one if this text is wrong: ${check.sample}`}
          value={check.encoding}
          onChange={(event) => void choose(event.target.value as Encoding)}
        >
          {Object.entries(ENCODINGS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}
