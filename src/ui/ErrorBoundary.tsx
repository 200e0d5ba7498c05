import * as icons from 'lucide'
import { Component, type PropsWithChildren } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { HOME_PATH } from '#src/shared/paths.ts'
import { StatusScreen } from './StatusScreen.tsx'

export class ErrorBoundary extends Component<PropsWithChildren> {
  static getDerivedStateFromError() {
    return { broken: true }
  }

  override state = { broken: false }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <div role="alert">
        <StatusScreen
          icon={icons.TriangleAlert}
          tone="bad"
          title="Unexpected Application Error!"
          text={`${errorText.unexpected}. Reload the page. If it keeps happening, tell us what you were doing.`}
        >
          <div className="mt-8 grid gap-3">
            <button type="button" className="button-primary" onClick={() => location.reload()}>
              Reload the page
            </button>
            <a href={HOME_PATH} className="button-quiet">
              Go to Home
            </a>
          </div>
        </StatusScreen>
      </div>
    )
  }
}
