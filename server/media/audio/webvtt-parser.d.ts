/** Types of the W3C's WebVTT parser and validator, limited to the parts that the server uses. */
declare module 'webvtt-parser' {
  export type VttNode =
    | { type: 'text'; value: string }
    | { type: 'timestamp'; value: number }
    /** `value` is the annotation of a WebVTT tag; in `v` tags, the name of the speaker */
    | { type: 'object'; name: string; value?: string; children: VttNode[] }
  export type VttCue = { startTime: number; endTime: number; tree: { children: VttNode[] } }
  type Parser = { parse: (text: string, mode: 'metadata') => { cues: VttCue[]; errors: { message: string; line: number }[] } }
  const module: { WebVTTParser: new (entities: Record<string, string>) => Parser }
  export default module
}
