/** The W3C's parser and validator of WebVTT, of which this says what is used here. */
declare module 'webvtt-parser' {
  export type VttNode =
    | { type: 'text'; value: string }
    | { type: 'timestamp'; value: number }
    /** `value` is the annotation: of `v`, who speaks */
    | { type: 'object'; name: string; value?: string; children: VttNode[] }
  export type VttCue = { startTime: number; endTime: number; tree: { children: VttNode[] } }
  type Parser = { parse: (text: string, mode: 'metadata') => { cues: VttCue[]; errors: { message: string; line: number }[] } }
  const module: { WebVTTParser: new (entities: Record<string, string>) => Parser }
  export default module
}
