/** Whether something works, in a message, and what to do about it unless it is `good`. */
export type Check = { title: string; state: 'good' | 'notice' | 'bad'; message: string; advice?: string }
