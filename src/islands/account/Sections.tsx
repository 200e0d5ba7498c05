import * as Tabs from '@radix-ui/react-tabs'
import { useState } from 'react'
import { MyData } from './data/MyData.tsx'
import { Profile } from './profile/Profile.tsx'
import { Security, type OpenForm } from './security/Security.tsx'

/** Every section stays as it is while another one is looked at. */
export function Sections() {
  const [current, setCurrent] = useState<Section>('profile')
  const [form, setForm] = useState<OpenForm>(null)

  return (
    <Tabs.Root
      value={current}
      onValueChange={(value) => setCurrent(value as Section)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Tabs.List
        aria-label="Sections of your account"
        className="mt-2 flex shrink-0 gap-1 border-b border-line px-1.5 sm:px-3.5"
      >
        <Tabs.Trigger value="profile" className="account-tab">
          Profile
        </Tabs.Trigger>
        <Tabs.Trigger value="security" className="account-tab">
          Security
        </Tabs.Trigger>
        <Tabs.Trigger value="data" className="account-tab">
          My data
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content forceMount value="profile" className="account-section">
        <Profile
          current={current === 'profile'}
          onChangeEmail={() => {
            setCurrent('security')
            setForm('email')
          }}
        />
      </Tabs.Content>
      <Tabs.Content forceMount value="security" className="account-section">
        <Security current={current === 'security'} form={form} onForm={setForm} />
      </Tabs.Content>
      <Tabs.Content forceMount value="data" className="account-section">
        <MyData />
      </Tabs.Content>
    </Tabs.Root>
  )
}

type Section = 'profile' | 'security' | 'data'
