import Briefcase from 'lucide-react/icons/briefcase';
import House from 'lucide-react/icons/house';
import { useState } from 'react';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { ChoiceGroup } from '#web/ui/controls/choice-group.tsx';
import { FilterTabs } from '#web/ui/controls/filter-tabs.tsx';
import { PasswordField } from '#web/ui/controls/password-field.tsx';
import { PhoneField } from '#web/ui/controls/phone-field.tsx';
import { RangeField } from '#web/ui/controls/range-field.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Specimen, States } from './specimen.tsx';

const WRONG = 'Please enter a valid email address';

export function Fields() {
  return (
    <>
      <Specimen name="TextField">
        <TextField label="Email" placeholder="you@example.org" note="optional" hint="We write to it once." />
        <TextField label="Email" defaultValue="mara@" error={WRONG} />
        <TextField label="Email" value="mara@example.org" readOnly />
        <TextField label="Email" defaultValue="mara@example.org" disabled />
      </Specimen>
      <Specimen name="PasswordField">
        <PasswordField label="Password" autoComplete="new-password" defaultValue="a rainy tuesday" />
        <PasswordField label="Password" autoComplete="current-password" error="Please enter your password" />
      </Specimen>
      <Specimen name="PhoneField">
        <PhoneField />
        <PhoneField defaultValue="0151" error={WRONG} />
      </Specimen>
      <Specimen name="TextArea, SelectField">
        <TextArea label="Description" defaultValue="Third floor, no lift." hint="The assistant reads it." />
        <TextArea label="Description" error="Please shorten it." rows={2} />
        <SelectField
          label="Language"
          options={[
            { value: 'en', label: 'English' },
            { value: 'de', label: 'Deutsch' },
          ]}
        />
      </Specimen>
      <Choices />
    </>
  );
}

function Choices() {
  const [category, setCategory] = useState<'personal' | 'work'>('personal');
  const [filter, setFilter] = useState<'all' | 'today'>('all');
  const [measure, setMeasure] = useState(50);
  return (
    <>
      <Specimen name="ChoiceGroup, RangeField">
        <ChoiceGroup
          legend="Category"
          value={category}
          onChange={setCategory}
          choices={[
            { value: 'personal', label: 'Personal', icon: <House size={14} aria-hidden /> },
            { value: 'work', label: 'Work', icon: <Briefcase size={14} aria-hidden /> },
          ]}
        />
        <ChoiceGroup
          legend="Timeframe"
          value={undefined}
          onChange={() => undefined}
          error="Please choose one."
          choices={[
            { value: 'today', label: 'Today' },
            { value: 'future', label: 'Future' },
          ]}
        />
        <RangeField label="Compression" min={0} max={100} value={measure} onChange={setMeasure} />
      </Specimen>
      <Specimen name="Checkbox">
        <States>
          <Checkbox>Empty</Checkbox>
          <Checkbox defaultChecked>Ticked</Checkbox>
          <Checkbox disabled>Off</Checkbox>
          <Checkbox error="Please accept the terms of service">Wrong</Checkbox>
        </States>
      </Specimen>
      <Specimen name="FilterTabs">
        <FilterTabs
          label="Timeframe"
          value={filter}
          onChange={setFilter}
          tabs={[
            { value: 'all', label: 'All', count: 11 },
            { value: 'today', label: 'Today', count: 4 },
          ]}
        />
      </Specimen>
    </>
  );
}
