import { Fragment } from 'react'
import type { Shape } from '#src/embeds/embed.ts'

/** Resembles what comes, so that nothing jumps to mind or to the eye when it does. */
export function Skeleton({ shape }: { shape: Shape }) {
  return (
    <div
      className="skeleton absolute inset-0 flex flex-col overflow-hidden p-5 *:shrink-0 sm:p-8"
      data-shape={shape}
      aria-hidden="true"
    >
      {(shape === 'table' || shape === 'list') && (
        <>
          {shape === 'table' && <div className="bone mb-2 h-9" />}
          {times(14).map((index) => (
            <div key={index} className="flex items-center gap-4 border-b border-line/70 py-3.5">
              <div className={`bone ${shape === 'list' ? 'size-6' : 'h-4 w-6'}`} />
              <div className="bone h-4 flex-[3]" />
              <div className="bone h-4 flex-2" />
              {shape === 'table' && (
                <>
                  <div className="bone hidden h-4 flex-2 sm:block" />
                  <div className="bone hidden h-4 flex-1 md:block" />
                </>
              )}
            </div>
          ))}
        </>
      )}
      {shape === 'form' && (
        <div className="mx-auto grid w-full max-w-[40rem] gap-6">
          <div className="bone h-8 w-2/3" />
          <div className="bone h-4 w-full" />
          {times(5).map((index) => (
            <div key={index} className="grid gap-2">
              <div className="bone h-4 w-32" />
              <div className="bone h-11" />
            </div>
          ))}
          <div className="bone h-11 w-32" />
        </div>
      )}
      {shape === 'calendar' && (
        <>
          <div className="bone mb-4 h-8 w-48" />
          <div className="grid flex-1 grid-cols-7 grid-rows-5 border-t border-l border-line">
            {times(35).map((day) => (
              <div key={day} className="border-r border-b border-line p-2">
                <div className="bone size-4" />
                {day % 4 === 1 && <div className="bone mt-2 h-4" />}
                {day % 5 === 2 && <div className="bone mt-2 h-4" />}
              </div>
            ))}
          </div>
        </>
      )}
      {(shape === 'document' || shape === 'page') && (
        <div className="mx-auto grid w-full max-w-[44rem] gap-3.5">
          <div className="bone mb-3 h-9 w-3/5" />
          {times(3).map((index) => (
            <Fragment key={index}>
              <div className="bone h-4" />
              <div className="bone h-4" />
              <div className="bone h-4 w-11/12" />
              <div className="bone mb-5 h-4 w-2/5" />
            </Fragment>
          ))}
        </div>
      )}
      {shape === 'video' && (
        <div className="bone mx-auto my-auto grid aspect-video max-h-full w-full max-w-[80rem] place-items-center">
          <div className="size-16 rounded-full bg-paper/70" />
        </div>
      )}
      {shape === 'board' && (
        <div className="grid flex-1 grid-cols-2 content-start gap-4 sm:grid-cols-3">
          {times(9).map((card) => (
            <div key={card} className={`bone ${card % 2 ? 'h-24' : 'h-36'}`} />
          ))}
        </div>
      )}
    </div>
  )
}

function times(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
