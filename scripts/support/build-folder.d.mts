export function makeBuild(folder: string, make: (target: string) => boolean, options?: { previous?: string; now?: number }): boolean
